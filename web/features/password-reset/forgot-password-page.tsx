'use client';

import { Button, TextInput } from '@mantine/core';
import { dataOf, passwordRequestReset } from '@rota/client';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { EntryNote, EntryPage } from '@/shell/entry/entry-page';
import { useSubmission } from '@/shell/entry/use-submission';

/** Asks for the link. The answer is the same for an address that nobody has: this page cannot tell who has an account. */
export function ForgotPasswordPage(): ReactNode {
  const [sentTo, setSentTo] = useState<string>();
  const { submit, isBusy, faults, problem } = useSubmission(async (form) => {
    const email = (form.get('email') as string).trim();
    await dataOf(passwordRequestReset({ client: api, body: { email } }));
    setSentTo(email);
  });
  const links = <Link href="/sign-in">Back to sign in</Link>;
  if (sentTo !== undefined) {
    return (
      <EntryPage title="Look into your mail" links={links}>
        <p>
          If there is an account of <strong>{sentTo}</strong>, a link to set a new password is on its way. It works
          once, and not for long.
        </p>
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Set a new password" onSubmit={submit} links={links}>
      <p>A link to set it is sent to the address of your account.</p>
      <TextInput
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        error={faults.get('/email')}
        required
        size="sm"
        autoFocus
      />
      {problem !== undefined && faults.size === 0 && <EntryNote tone="bad">{problem}</EntryNote>}
      <Button type="submit" variant="filled" size="sm" loading={isBusy}>
        Send the link
      </Button>
    </EntryPage>
  );
}

'use client';

import { Button } from '@mantine/core';
import { dataOf, passwordReset } from '@rota/client';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { EntryNote, EntryPage } from '@/shell/entry/entry-page';
import { useLinkToken } from '@/shell/entry/link-token';
import { NewPasswordFields } from '@/shell/entry/new-password-fields';
import { newPasswordIn, useSubmission } from '@/shell/entry/use-submission';

/** Where the link of the mail leads. */
export function ResetPasswordPage(): ReactNode {
  const token = useLinkToken();
  const [isDone, setIsDone] = useState(false);
  const { submit, isBusy, faults, problem } = useSubmission(async (form) => {
    await dataOf(passwordReset({ client: api, body: { token: token ?? '', password: newPasswordIn(form) } }));
    setIsDone(true);
    window.history.replaceState(null, '', window.location.pathname);
  });
  if (isDone) {
    return (
      <EntryPage title="The password is set" links={<Link href="/sign-in">Sign in</Link>}>
        <EntryNote tone="ok">All sessions of the account have ended. Sign in with the new password.</EntryNote>
      </EntryPage>
    );
  }
  const links = <Link href="/forgot-password">Ask for a new link</Link>;
  if (token === '') {
    return (
      <EntryPage title="Set a new password" links={links}>
        <EntryNote tone="bad">The link is incomplete: copy the whole of it.</EntryNote>
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Set a new password" onSubmit={submit} links={links}>
      <NewPasswordFields fault={faults.get('/password')} />
      {problem !== undefined && !faults.has('/password') && <EntryNote tone="bad">{problem}</EntryNote>}
      <Button type="submit" variant="filled" size="sm" loading={isBusy} disabled={token === undefined}>
        Set the password
      </Button>
    </EntryPage>
  );
}

'use client';

import { dataOf, passwordRequestReset } from '@rota/client';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { EmailField, EntryForm, type EntryValues } from '@/shell/entry/entry-form';
import { EntryPage } from '@/shell/entry/entry-page';

/** Asks for the link. The answer is the same for an address that nobody has: this page cannot tell who has an account. */
export function ForgotPasswordPage(): ReactNode {
  const [sentTo, setSentTo] = useState<string>();
  const send = async ({ text }: EntryValues): Promise<void> => {
    await dataOf(passwordRequestReset({ client: api, body: { email: text('email') } }));
    setSentTo(text('email'));
  };
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
    <EntryForm title="Set a new password" act="Send the link" send={send} links={links}>
      <p>A link to set it is sent to the address of your account.</p>
      <EmailField isFirst />
    </EntryForm>
  );
}

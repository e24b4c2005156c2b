'use client';

import { dataOf, passwordReset } from '@rota/client';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { EntryForm, type EntryValues, NewPasswordFields } from '@/shell/entry/entry-form';
import { EntryNote, EntryPage } from '@/shell/entry/entry-page';
import { useLinkToken } from '@/shell/entry/link-token';

/** Where the link of the mail leads. */
export function ResetPasswordPage(): ReactNode {
  const token = useLinkToken();
  const [isDone, setIsDone] = useState(false);
  const send = async ({ newPassword }: EntryValues): Promise<void> => {
    await dataOf(passwordReset({ client: api, body: { token: token ?? '', password: newPassword() } }));
    setIsDone(true);
    window.history.replaceState(null, '', window.location.pathname);
  };
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
  const isDisabled = token === undefined;
  return (
    <EntryForm title="Set a new password" act="Set the password" send={send} links={links} isDisabled={isDisabled}>
      <NewPasswordFields />
    </EntryForm>
  );
}

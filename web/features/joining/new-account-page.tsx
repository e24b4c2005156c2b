'use client';

import { accountsSetUp, accountsSignUp, dataOf } from '@rota/client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { api } from '@/shell/api/client';
import { EmailField, EntryField, EntryForm, type EntryValues, NewPasswordFields } from '@/shell/entry/entry-form';
import { EntryNote } from '@/shell/entry/entry-page';
import { useLinkToken } from '@/shell/entry/link-token';

/** The first account of an installation, with the link that its api prints. */
export function SetupPage(): ReactNode {
  const token = useLinkToken();
  return (
    <NewAccount
      title="Set up Rota"
      act="Make the owner"
      send={async (account) =>
        void (await dataOf(accountsSetUp({ client: api, body: { ...account, token: token ?? '' } })))
      }
      note={token === '' ? 'The link is incomplete: copy the whole of it from the log of the api.' : undefined}
    />
  );
}

/** An account with an organization of one's own, where the installation is open to everybody. */
export function SignUpPage(): ReactNode {
  return (
    <NewAccount
      title="Make an account"
      act="Make an account"
      send={async (account) => void (await dataOf(accountsSignUp({ client: api, body: account })))}
    />
  );
}

interface Account {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly organizationName: string;
}

interface NewAccountProps {
  readonly title: string;
  readonly act: string;
  readonly send: (account: Account) => Promise<void>;
  readonly note?: string | undefined;
}

function NewAccount({ title, act, send, note }: NewAccountProps): ReactNode {
  const sendAll = async ({ text, newPassword }: EntryValues): Promise<void> => {
    const person = { email: text('email'), name: text('name'), organizationName: text('organizationName') };
    await send({ ...person, password: newPassword() });
    window.location.assign('/');
  };
  return (
    <EntryForm title={title} act={act} send={sendAll} links={<Link href="/sign-in">Sign in instead</Link>}>
      {note !== undefined && <EntryNote tone="bad">{note}</EntryNote>}
      <EmailField isFirst />
      <EntryField name="name" label="Your name" autoComplete="name" />
      <EntryField name="organizationName" label="Organization" autoComplete="organization" />
      <NewPasswordFields />
    </EntryForm>
  );
}

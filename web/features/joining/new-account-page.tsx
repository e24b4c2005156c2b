'use client';

import { Button, TextInput } from '@mantine/core';
import { accountsSetUp, accountsSignUp, dataOf } from '@rota/client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { api } from '@/shell/api/client';
import { EntryNote, EntryPage } from '@/shell/entry/entry-page';
import { useLinkToken } from '@/shell/entry/link-token';
import { NewPasswordFields } from '@/shell/entry/new-password-fields';
import { newPasswordIn, useSubmission } from '@/shell/entry/use-submission';

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
  const { submit, isBusy, faults, problem } = useSubmission(async (form) => {
    const text = (name: string): string => (form.get(name) as string).trim();
    const person = { email: text('email'), name: text('name'), organizationName: text('organizationName') };
    await send({ ...person, password: newPasswordIn(form) });
    window.location.assign('/');
  });
  return (
    <EntryPage title={title} onSubmit={submit} links={<Link href="/sign-in">Sign in instead</Link>}>
      {note !== undefined && <EntryNote tone="bad">{note}</EntryNote>}
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
      <TextInput
        label="Your name"
        name="name"
        autoComplete="name"
        maxLength={100}
        error={faults.get('/name')}
        required
        size="sm"
      />
      <TextInput
        label="Organization"
        name="organizationName"
        autoComplete="organization"
        maxLength={100}
        error={faults.get('/organizationName')}
        required
        size="sm"
      />
      <NewPasswordFields fault={faults.get('/password')} />
      {problem !== undefined && faults.size === 0 && <EntryNote tone="bad">{problem}</EntryNote>}
      <Button type="submit" variant="filled" size="sm" loading={isBusy}>
        {act}
      </Button>
    </EntryPage>
  );
}

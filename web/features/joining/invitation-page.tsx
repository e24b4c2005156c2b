'use client';

import { Button, PasswordInput, TextInput } from '@mantine/core';
import { accountsAccept, accountsRegister, dataOf, type InspectedInvitationResponse } from '@rota/client';
import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { api, describeProblem } from '@/shell/api/client';
import { endSession, signIn } from '@/shell/api/session';
import { EntryNote, EntryPage } from '@/shell/entry/entry-page';
import { useLinkToken } from '@/shell/entry/link-token';
import { NewPasswordFields } from '@/shell/entry/new-password-fields';
import { newPasswordIn, useSubmission } from '@/shell/entry/use-submission';
import { useInvitation, useVisitor } from './use-invitation';

const open = (): void => window.location.assign('/');

/** The other end of an invitation: join with the account one has, or get one. */
export function InvitationPage(): ReactNode {
  const token = useLinkToken();
  const invitation = useInvitation(token);
  const visitor = useVisitor();
  const links = <Link href="/sign-in">Sign in</Link>;
  if (token === '' || invitation.error !== null) {
    const text =
      token === '' ? 'The link is incomplete: copy the whole of it.' : describeProblem(invitation.error).title;
    return (
      <EntryPage title="Invitation" links={links}>
        <EntryNote tone="bad">{text}</EntryNote>
        <p>Whoever invited you can send a new link.</p>
      </EntryPage>
    );
  }
  if (token === undefined || invitation.data === undefined || visitor.isPending)
    return <EntryPage title="Invitation">{null}</EntryPage>;
  const invited = { token, invitation: invitation.data };
  const user = visitor.data ?? null;
  if (user === null) return invitation.data.isRegistered ? <SignInAndJoin {...invited} /> : <Register {...invited} />;
  return user.email.toLowerCase() === invitation.data.email.toLowerCase() ? (
    <Join {...invited} />
  ) : (
    <SomebodyElse {...invited} email={user.email} />
  );
}

interface Invited {
  readonly token: string;
  readonly invitation: InspectedInvitationResponse;
}

const titleOf = ({ organizationName }: InspectedInvitationResponse): string => `Join ${organizationName}`;

function What({ invitation }: { invitation: InspectedInvitationResponse }): ReactNode {
  return (
    <p>
      You are invited to <strong>{invitation.organizationName}</strong> as {invitation.role}, with the address{' '}
      <strong>{invitation.email}</strong>.
    </p>
  );
}

const accept = (token: string): Promise<unknown> => dataOf(accountsAccept({ client: api, body: { token } }));

function Join({ token, invitation }: Invited): ReactNode {
  const { submit, isBusy, problem } = useSubmission(async () => {
    await accept(token);
    open();
  });
  return (
    <EntryPage title={titleOf(invitation)} onSubmit={submit} links={<Link href="/">Not now</Link>}>
      <What invitation={invitation} />
      {problem !== undefined && <EntryNote tone="bad">{problem}</EntryNote>}
      <Button type="submit" variant="filled" size="sm" loading={isBusy}>
        Join
      </Button>
    </EntryPage>
  );
}

function SomebodyElse({ invitation, email }: Invited & { email: string }): ReactNode {
  const queryClient = useQueryClient();
  const { submit, isBusy } = useSubmission(async () => {
    await endSession();
    queryClient.setQueryData(['visitor'], null);
  });
  return (
    <EntryPage title={titleOf(invitation)} onSubmit={submit} links={<Link href="/">Stay signed in</Link>}>
      <What invitation={invitation} />
      <EntryNote tone="warn">
        You are signed in as {email}, and cannot accept what was sent to another address.
      </EntryNote>
      <Button type="submit" variant="filled" size="sm" loading={isBusy}>
        Sign out and go on
      </Button>
    </EntryPage>
  );
}

function SignInAndJoin({ token, invitation }: Invited): ReactNode {
  const { submit, isBusy, problem } = useSubmission(async (form) => {
    const refused = await signIn(invitation.email, form.get('password') as string);
    if (refused !== undefined) throw new Error(refused.detail);
    await accept(token);
    open();
  });
  return (
    <EntryPage title={titleOf(invitation)} onSubmit={submit} links={<Link href="/forgot-password">Forgot it?</Link>}>
      <What invitation={invitation} />
      <input type="hidden" name="username" autoComplete="username" value={invitation.email} readOnly />
      <PasswordInput
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        size="sm"
        autoFocus
      />
      {problem !== undefined && <EntryNote tone="bad">{problem}</EntryNote>}
      <Button type="submit" variant="filled" size="sm" loading={isBusy}>
        Sign in and join
      </Button>
    </EntryPage>
  );
}

function Register({ token, invitation }: Invited): ReactNode {
  const { submit, isBusy, faults, problem } = useSubmission(async (form) => {
    const body = { token, name: (form.get('name') as string).trim(), password: newPasswordIn(form) };
    await dataOf(accountsRegister({ client: api, body }));
    open();
  });
  return (
    <EntryPage title={titleOf(invitation)} onSubmit={submit}>
      <What invitation={invitation} />
      <TextInput
        label="Your name"
        name="name"
        autoComplete="name"
        maxLength={100}
        error={faults.get('/name')}
        required
        size="sm"
        autoFocus
      />
      <NewPasswordFields email={invitation.email} fault={faults.get('/password')} />
      {problem !== undefined && faults.size === 0 && <EntryNote tone="bad">{problem}</EntryNote>}
      <Button type="submit" variant="filled" size="sm" loading={isBusy}>
        Make an account and join
      </Button>
    </EntryPage>
  );
}

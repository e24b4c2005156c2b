'use client';

import { accountsAccept, accountsRegister, dataOf, type InspectedInvitationResponse } from '@rota/client';
import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { api, describeProblem } from '@/shell/api/client';
import { endSession, signIn } from '@/shell/api/session';
import { EntryField, EntryForm, type EntryValues, NewPasswordFields, PasswordField } from '@/shell/entry/entry-form';
import { EntryNote, EntryPage } from '@/shell/entry/entry-page';
import { useLinkToken } from '@/shell/entry/link-token';
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
    return (
      <EntryPage title="Invitation" isLoading>
        {null}
      </EntryPage>
    );
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
  const send = async (): Promise<void> => {
    await accept(token);
    open();
  };
  return (
    <EntryForm title={titleOf(invitation)} act="Join" send={send} links={<Link href="/">Not now</Link>}>
      <What invitation={invitation} />
    </EntryForm>
  );
}

function SomebodyElse({ invitation, email }: Invited & { email: string }): ReactNode {
  const queryClient = useQueryClient();
  const send = async (): Promise<void> => {
    await endSession();
    queryClient.setQueryData(['visitor'], null);
  };
  const links = <Link href="/">Stay signed in</Link>;
  return (
    <EntryForm title={titleOf(invitation)} act="Sign out and go on" send={send} links={links}>
      <What invitation={invitation} />
      <EntryNote tone="warn">
        You are signed in as {email}, and cannot accept what was sent to another address.
      </EntryNote>
    </EntryForm>
  );
}

function SignInAndJoin({ token, invitation }: Invited): ReactNode {
  const send = async ({ password }: EntryValues): Promise<void> => {
    await signIn(invitation.email, password());
    await accept(token);
    open();
  };
  const links = <Link href="/forgot-password">Forgot it?</Link>;
  return (
    <EntryForm title={titleOf(invitation)} act="Sign in and join" send={send} links={links}>
      <What invitation={invitation} />
      <PasswordField label="Your password" email={invitation.email} />
    </EntryForm>
  );
}

function Register({ token, invitation }: Invited): ReactNode {
  const send = async ({ text, newPassword }: EntryValues): Promise<void> => {
    const body = { token, name: text('name'), password: newPassword() };
    await dataOf(accountsRegister({ client: api, body }));
    open();
  };
  return (
    <EntryForm title={titleOf(invitation)} act="Make an account and join" send={send}>
      <What invitation={invitation} />
      <EntryField name="name" label="Your name" autoComplete="name" isFirst />
      <NewPasswordFields email={invitation.email} />
    </EntryForm>
  );
}

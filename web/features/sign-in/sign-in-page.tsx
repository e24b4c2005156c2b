'use client';

import { Button, PasswordInput, TextInput } from '@mantine/core';
import { accountsOptions, dataOf } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { api } from '@/shell/api/client';
import { isSignedIn, signIn } from '@/shell/api/session';
import { EntryNote, EntryPage } from '@/shell/entry/entry-page';
import { useSubmission } from '@/shell/entry/use-submission';
import { targetOf } from './target';

export function SignInPage(): ReactNode {
  const parameters = useSearchParams();
  const next = parameters.get('next');
  const hasEnded = parameters.has('ended');
  useEffect(() => {
    // After a link from another site the browser kept the cookies back: perhaps there is a session.
    if (hasEnded) return;
    void isSignedIn().then((is) => is && window.location.replace(targetOf(next, window.location.origin)));
  }, [hasEnded, next]);
  const { submit, isBusy, problem } = useSubmission(async (form) => {
    const refused = await signIn(form.get('email') as string, form.get('password') as string);
    if (refused !== undefined) throw new Error(refused.detail);
    window.location.assign(targetOf(next, window.location.origin));
  });
  return (
    <EntryPage title="Sign in to Rota" onSubmit={submit} links={<OtherWays />}>
      {hasEnded && problem === undefined && (
        <EntryNote tone="warn">Your session has ended. You will be back where you were.</EntryNote>
      )}
      <TextInput label="E-mail" name="email" type="email" autoComplete="username" required size="sm" autoFocus />
      <PasswordInput label="Password" name="password" autoComplete="current-password" required size="sm" />
      {problem !== undefined && <EntryNote tone="bad">{problem}</EntryNote>}
      <Button type="submit" variant="filled" size="sm" loading={isBusy}>
        Sign in
      </Button>
    </EntryPage>
  );
}

/** Only what this installation offers. */
function OtherWays(): ReactNode {
  const { data } = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: () => dataOf(accountsOptions({ client: api })),
    staleTime: 60_000,
    retry: false,
  });
  if (data === undefined) return null;
  return (
    <>
      {data.hasPasswordReset && <Link href="/forgot-password">Forgot your password?</Link>}
      {data.signUp === 'open' && <Link href="/sign-up">Make an account</Link>}
      {data.isSetupOpen && <span>Nobody has an account yet: the api prints the link that makes the owner.</span>}
    </>
  );
}

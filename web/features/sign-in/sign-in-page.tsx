'use client';

import { accountsOptions, dataOf } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '@/shell/api/client';
import { isSignedIn, signIn } from '@/shell/api/session';
import { EmailField, EntryForm, type EntryValues, PasswordField } from '@/shell/entry/entry-form';
import { EntryNote } from '@/shell/entry/entry-page';
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
  const [hasTried, setHasTried] = useState(false);
  const send = async ({ text, password }: EntryValues): Promise<void> => {
    setHasTried(true);
    await signIn(text('email'), password());
    window.location.assign(targetOf(next, window.location.origin));
  };
  return (
    <EntryForm title="Sign in to Rota" act="Sign in" send={send} links={<OtherWays />}>
      {hasEnded && !hasTried && (
        <EntryNote tone="warn">Your session has ended. You will be back where you were.</EntryNote>
      )}
      <EmailField isFirst />
      <PasswordField />
    </EntryForm>
  );
}

/** Only what this installation offers. */
function OtherWays(): ReactNode {
  const { data, isPending } = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: () => dataOf(accountsOptions({ client: api })),
    staleTime: 60_000,
    retry: false,
  });
  if (isPending) return <span data-loading>&nbsp;</span>; // a line, so that the form stays where it is
  if (data === undefined) return null;
  return (
    <>
      {data.hasPasswordReset && <Link href="/forgot-password">Forgot your password?</Link>}
      {data.signUp === 'open' && <Link href="/sign-up">Make an account</Link>}
      {data.isSetupOpen && <span>Nobody has an account yet: the api prints the link that makes the owner.</span>}
    </>
  );
}

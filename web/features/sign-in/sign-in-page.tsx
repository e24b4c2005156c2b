'use client';

import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useSearchParams } from 'next/navigation';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { isSignedIn, signIn } from '@/shell/api/session';
import { RotaMark } from '@/shell/navigation/rota-mark';
import classes from './sign-in.module.css';

/** Only a path of this app: a link may not send people elsewhere after they gave their password. */
export function targetOf(next: string | null): string {
  if (next === null || !/^\/[^/\\]/.test(next)) return '/';
  const url = new URL(next, window.location.origin);
  return url.origin === window.location.origin ? url.pathname + url.search : '/';
}

export function SignInPage(): ReactNode {
  const parameters = useSearchParams();
  const next = parameters.get('next');
  const hasEnded = parameters.has('ended');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    // After a link from another site the browser kept the cookies back: perhaps there is a session.
    if (!hasEnded) void isSignedIn().then((is) => is && window.location.replace(targetOf(next)));
  }, [hasEnded, next]);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [email, password] = [form.get('email') as string, form.get('password') as string];
    setIsBusy(true);
    setError(undefined);
    const refused = await signIn(email, password).catch(() => ({
      detail: 'The server did not answer. Try again.',
    }));
    if (refused === undefined) return window.location.assign(targetOf(next));
    setError(refused.detail);
    setIsBusy(false);
  };

  return (
    <main className={classes.page}>
      <title>Sign in · Rota</title>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <div className={classes.head}>
          <RotaMark size={28} />
          <h1>Sign in to Rota</h1>
        </div>
        {hasEnded && error === undefined && (
          <p className={classes.ended}>Your session has ended. You will be back where you were.</p>
        )}
        <TextInput
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          size="sm"
          data-autofocus
          autoFocus
        />
        <PasswordInput label="Password" name="password" autoComplete="current-password" required size="sm" />
        {error !== undefined && (
          <p className={classes.error} role="alert">
            {error}
          </p>
        )}
        <Button type="submit" variant="filled" size="sm" loading={isBusy}>
          Sign in
        </Button>
      </form>
    </main>
  );
}

'use client';

import { Button, PasswordInput } from '@mantine/core';
import { dataOf, passwordChange } from '@rota/client';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Section } from '@/features/settings/section';
import { api, faultsOf } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject } from '@/shell/project/project-context';
import classes from './account.module.css';

/** The answer's tokens go into the cookies on this app's server: this browser stays signed in, all others do not. */
export function ChangePassword(): ReactNode {
  const { user } = useProject();
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const isSame = again === '' || next === again;
  const isReady = current !== '' && next !== '' && next === again;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await dataOf(passwordChange({ client: api, body: { currentPassword: current, newPassword: next } }));
      setCurrent('');
      setNext('');
      setAgain('');
      notifyDone('The password is changed; all other sessions have ended');
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  const faults = faultsOf(error);
  return (
    <Section title="Password" description="All your other sessions end when it changes.">
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordInput
          label="Current password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={faults.get('/currentPassword')}
          autoComplete="current-password"
          size="xs"
        />
        <PasswordInput
          label="New password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          error={faults.get('/newPassword')}
          autoComplete="new-password"
          size="xs"
        />
        <PasswordInput
          label="New password again"
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          error={isSame ? undefined : 'the two passwords are not the same'}
          autoComplete="new-password"
          size="xs"
        />
        {error !== undefined && (
          <ProblemNotice what="The password is as it was" error={error} fields={['/currentPassword', '/newPassword']} />
        )}
        <Button type="submit" disabled={!isReady} loading={isBusy}>
          Change password
        </Button>
      </form>
    </Section>
  );
}

'use client';

import { type FormEvent, useState } from 'react';
import { describeProblem, faultsOf } from '../api/client';

/** A form that is sent once: busy while it is, and afterwards what was wrong with it, by field and as a whole. */
export function useSubmission(send: (form: FormData) => Promise<void>) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    setError(undefined);
    try {
      await send(form);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    submit: (event: FormEvent<HTMLFormElement>): void => void submit(event),
    isBusy,
    faults: faultsOf(error),
    problem: error === undefined ? undefined : describeProblem(error).title,
  };
}

/** @throws Error when two fields for a new password differ */
export function newPasswordIn(form: FormData): string {
  const [password, again] = [form.get('password'), form.get('again')] as string[];
  if (password !== again) throw new Error('The two passwords are not the same.');
  return password ?? '';
}

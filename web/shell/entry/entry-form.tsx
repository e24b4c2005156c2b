'use client';

import { Button, PasswordInput, TextInput } from '@mantine/core';
import { createContext, type FormEvent, type ReactNode, use, useState } from 'react';
import { FieldFault, faultsBeside, describeProblem, faultsOf } from '../api/client';
import { useIsHydrated } from '../page/use-is-hydrated';
import { EntryNote, EntryPage } from './entry-page';

interface EntryFormProps {
  readonly title: string;
  /** On the one button. */
  readonly act: string;
  /** @throws what the interface refused with; it is shown at its field, or below all of them. */
  readonly send: (values: EntryValues) => Promise<void>;
  readonly links?: ReactNode;
  readonly isDisabled?: boolean;
  readonly children?: ReactNode;
}

/** What was typed, by the name of the field. */
export interface EntryValues {
  /** Without the spaces around it. */
  readonly text: (name: string) => string;
  readonly password: () => string;
  /** @throws FieldFault when the two fields for a new password differ */
  readonly newPassword: () => string;
}

const FaultsContext = createContext<ReadonlyMap<string, string>>(new Map());

/**
 * The form of an entry page: busy while it is sent, afterwards each fault stands at its field. The browser's own checks are off: the
 * interface knows the rules, and its words are the only ones.
 */
export function EntryForm({ title, act, send, links, isDisabled = false, children }: EntryFormProps): ReactNode {
  const [error, setError] = useState<unknown>();
  const [fields, setFields] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  // Sent by the browser itself, the password would stand in the address: no script, no sending.
  const isHydrated = useIsHydrated();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setFields([...form.keys()].map((name) => `/${name}`));
    setIsBusy(true);
    setError(undefined);
    try {
      await send(valuesOf(form));
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <EntryPage title={title} onSubmit={(event) => void submit(event)} links={links}>
      <FaultsContext value={faultsOf(error)}>{children}</FaultsContext>
      {error !== undefined && <Refusal error={error} fields={fields} />}
      <Button type="submit" variant="filled" size="sm" loading={isBusy} disabled={isDisabled || !isHydrated}>
        {act}
      </Button>
    </EntryPage>
  );
}

/** What is not said at a field already. */
function Refusal({ error, fields }: { error: unknown; fields: readonly string[] }): ReactNode {
  const beside = faultsBeside(error, fields);
  if (beside.length === 0 && [...faultsOf(error).keys()].some((pointer) => fields.includes(pointer))) return null;
  return <EntryNote tone="bad">{[describeProblem(error).title, ...beside].join(' · ')}</EntryNote>;
}

function valuesOf(form: FormData): EntryValues {
  const raw = (name: string): string => (form.get(name) as string | null) ?? '';
  return {
    text: (name) => raw(name).trim(),
    password: () => raw('password'),
    newPassword: () => {
      if (raw('password') !== raw('again')) throw new FieldFault('/again', 'the two passwords are not the same');
      return raw('password');
    },
  };
}

interface EntryFieldProps {
  /** As in the request: faults at `/name` stand here. */
  readonly name: string;
  readonly label: string;
  readonly autoComplete: string;
  readonly isFirst?: boolean;
}

export function EntryField({ name, label, autoComplete, isFirst = false }: EntryFieldProps): ReactNode {
  const fault = use(FaultsContext).get(`/${name}`);
  const isEmail = name === 'email';
  return (
    <TextInput
      label={label}
      name={name}
      type={isEmail ? 'email' : 'text'}
      autoComplete={autoComplete}
      error={fault}
      required
      size="sm"
      autoFocus={isFirst}
    />
  );
}

export const EmailField = ({ isFirst = false }: { isFirst?: boolean }): ReactNode => (
  <EntryField name="email" label="E-mail" autoComplete="username" isFirst={isFirst} />
);

/** The password that one has. `email`: name of the account for password managers, where no field holds it. */
export function PasswordField({ label = 'Password', email }: { label?: string; email?: string }): ReactNode {
  const fault = use(FaultsContext).get('/password');
  return (
    <>
      <AccountName email={email} />
      <PasswordInput
        label={label}
        name="password"
        autoComplete="current-password"
        error={fault}
        required
        size="sm"
        autoFocus={email !== undefined}
      />
    </>
  );
}

/** A new password, twice. */
export function NewPasswordFields({ email }: { email?: string }): ReactNode {
  const faults = use(FaultsContext);
  return (
    <>
      <AccountName email={email} />
      <PasswordInput
        label="New password"
        description="at least 12 characters"
        name="password"
        autoComplete="new-password"
        error={faults.get('/password')}
        required
        size="sm"
      />
      <PasswordInput
        label="New password again"
        name="again"
        autoComplete="new-password"
        error={faults.get('/again')}
        required
        size="sm"
      />
    </>
  );
}

function AccountName({ email }: { email: string | undefined }): ReactNode {
  if (email === undefined) return null;
  return <input type="hidden" name="username" autoComplete="username" value={email} readOnly />;
}

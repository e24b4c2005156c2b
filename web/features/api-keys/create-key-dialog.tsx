'use client';

import { Checkbox, Select, TextInput } from '@mantine/core';
import { apiKeysCreate, dataOf } from '@rota/client';
import { type ReactNode, useState } from 'react';
import { api, faultsOf } from '@/shell/api/client';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { useProject } from '@/shell/project/project-context';
import { serverNow } from '@/shell/time/server-clock';
import classes from './api-keys.module.css';
import { type KeyScope, SCOPES } from './use-keys';

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'a year' },
  { value: '', label: 'never' },
];
const DAY_MS = 86_400_000;

interface CreateKeyProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (name: string, token: string) => void;
}

export function CreateKeyDialog(props: CreateKeyProps): ReactNode {
  return props.isOpen ? <Form {...props} /> : null;
}

function Form({ onClose, onMade }: CreateKeyProps): ReactNode {
  const { projectId } = useProject();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<KeyScope[]>(['enqueue']);
  const [days, setDays] = useState('90');
  const [error, setError] = useState<unknown>();
  const faults = faultsOf(error);
  const create = async (): Promise<void> => {
    const expiresAt = days === '' ? null : new Date(serverNow() + Number(days) * DAY_MS).toISOString();
    try {
      const made = await dataOf(
        apiKeysCreate({ client: api, path: { projectId }, body: { name: name.trim(), scopes, expiresAt } }),
      );
      onMade(made.name, made.token);
    } catch (thrown) {
      setError(thrown);
      throw thrown;
    }
  };
  return (
    <ReasonDialog
      isOpen
      onClose={onClose}
      title="New API key"
      act="Create key"
      keep="Cancel"
      isDangerous={false}
      reason="none"
      fields={['/name', '/scopes', '/expiresAt']}
      isDisabled={name.trim() === '' || scopes.length === 0}
      onConfirm={create}
    >
      <TextInput
        label="Name"
        description="Who uses it, and where: checkout-production"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faults.get('/name')}
        data-autofocus
      />
      <Checkbox.Group
        label="Scopes"
        value={scopes}
        onChange={(next) => setScopes(next)}
        error={faults.get('/scopes')}
        size="xs"
      >
        <div className={classes.scopes}>
          {SCOPES.map(({ value, label, description }) => (
            <Checkbox key={value} value={value} label={label} description={description} />
          ))}
        </div>
      </Checkbox.Group>
      <Select
        label="Expires after"
        data={LIFETIMES}
        value={days}
        onChange={(next) => setDays(next ?? '90')}
        allowDeselect={false}
        error={faults.get('/expiresAt')}
        size="xs"
      />
    </ReasonDialog>
  );
}

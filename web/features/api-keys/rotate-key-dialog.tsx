'use client';

import { Select } from '@mantine/core';
import { type ApiKeyResponse, apiKeysRotate, dataOf } from '@rota/client';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { useProject } from '@/shell/project/project-context';

const OVERLAPS = [
  { value: '0', label: 'at once' },
  { value: '3600', label: 'in an hour' },
  { value: '86400', label: 'in a day' },
  { value: '604800', label: 'in a week' },
];

interface RotateKeyProps {
  readonly apiKey: ApiKeyResponse | undefined;
  readonly onClose: () => void;
  readonly onMade: (name: string, token: string) => void;
}

/** A successor with the same name and scopes; both work until the old one ends. */
export function RotateKeyDialog({ apiKey, onClose, onMade }: RotateKeyProps): ReactNode {
  const { projectId } = useProject();
  const [overlap, setOverlap] = useState('86400');
  const rotate = async (): Promise<void> => {
    if (apiKey === undefined) return;
    const path = { projectId, keyId: apiKey.id };
    const made = await dataOf(apiKeysRotate({ client: api, path, body: { overlapSeconds: Number(overlap) } }));
    onMade(made.name, made.token);
  };
  return (
    <ReasonDialog
      isOpen={apiKey !== undefined}
      onClose={onClose}
      title={`Rotate ${apiKey?.name ?? 'the key'}?`}
      act="Rotate 1 key"
      isDangerous={false}
      reason="none"
      onConfirm={rotate}
    >
      <p>A new key with the same name and scopes is made and shown once. Until the old one ends, both work.</p>
      <Select
        label="The old key ends"
        data={OVERLAPS}
        value={overlap}
        onChange={(next) => setOverlap(next ?? '86400')}
        allowDeselect={false}
        size="xs"
        data-autofocus
      />
    </ReasonDialog>
  );
}

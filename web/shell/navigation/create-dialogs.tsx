'use client';

import { TextInput } from '@mantine/core';
import { dataOf, organizationsCreate, projectsCreate } from '@rota/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { api, faultsOf } from '../api/client';
import { ReasonDialog } from '../dialogs/reason-dialog';

interface NewProjectProps {
  readonly organization: { readonly organizationId: string; readonly organizationName: string };
  readonly onClose: () => void;
}

export function NewProjectDialog({ organization, onClose }: NewProjectProps): ReactNode {
  const router = useRouter();
  const queryClient = useQueryClient();
  return (
    <NameDialog
      title={`New project of ${organization.organizationName}`}
      meaning="It isolates its own queues, jobs, schedules and API keys."
      act="Make 1 project"
      onClose={onClose}
      onMake={async (name) => {
        const body = { organizationId: organization.organizationId, name };
        const { id } = await dataOf(projectsCreate({ client: api, body }));
        await queryClient.invalidateQueries({ queryKey: ['projects'] });
        router.push(`/projects/${id}/overview`);
      }}
    />
  );
}

export function NewOrganizationDialog({ onClose }: { onClose: () => void }): ReactNode {
  const router = useRouter();
  const queryClient = useQueryClient();
  return (
    <NameDialog
      title="New organization"
      meaning="You become its owner. It begins with a project named “Main”."
      act="Make 1 organization"
      onClose={onClose}
      onMake={async (name) => {
        const organization = await dataOf(organizationsCreate({ client: api, body: { name } }));
        const body = { organizationId: organization.id, name: 'Main' };
        const { id } = await dataOf(projectsCreate({ client: api, body }));
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: ['me'] }),
          queryClient.invalidateQueries({ queryKey: ['projects'] }),
        ]);
        router.push(`/projects/${id}/overview`);
      }}
    />
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly meaning: string;
  readonly act: string;
  readonly onClose: () => void;
  readonly onMake: (name: string) => Promise<void>;
}

function NameDialog({ title, meaning, act, onClose, onMake }: NameDialogProps): ReactNode {
  const [name, setName] = useState('');
  const [error, setError] = useState<unknown>();
  const make = async (): Promise<void> => {
    try {
      await onMake(name.trim());
    } catch (thrown) {
      setError(thrown);
      throw thrown;
    }
  };
  return (
    <ReasonDialog
      isOpen
      onClose={onClose}
      title={title}
      act={act}
      keep="Cancel"
      isDangerous={false}
      reason="none"
      fields={['/name']}
      isDisabled={name.trim() === ''}
      onConfirm={make}
    >
      <p>{meaning}</p>
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultsOf(error).get('/name')}
        autoComplete="off"
        data-autofocus
      />
    </ReasonDialog>
  );
}

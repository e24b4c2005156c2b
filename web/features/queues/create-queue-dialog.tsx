'use client';

import { Button, Modal, TextInput } from '@mantine/core';
import { dataOf, queuesCreate } from '@rota/client';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, faultsOf } from '@/shell/api/client';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { changesOf, NEW_QUEUE } from './queue-policy';
import { POLICY_FIELDS, QueuePolicyFields } from './queue-policy-fields';
import classes from './queues.module.css';
import { useQueueCommands } from './use-queue-commands';

interface CreateQueueDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function CreateQueueDialog({ isOpen, onClose }: CreateQueueDialogProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New queue" size={520}>
      {isOpen && <CreateQueueForm onClose={onClose} />}
    </Modal>
  );
}

function CreateQueueForm({ onClose }: { onClose: () => void }): ReactNode {
  const { projectId } = useProject();
  const path = useProjectPath();
  const router = useRouter();
  const { renew } = useQueueCommands();
  const [name, setName] = useState('');
  const [form, setForm] = useState(NEW_QUEUE);
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const faults = faultsOf(error);

  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setError(undefined);
    try {
      const body = { name, ...changesOf(NEW_QUEUE, form) };
      const queue = await dataOf(queuesCreate({ client: api, path: { projectId }, body }));
      await renew();
      onClose();
      router.push(path(`queues/${queue.name}`));
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void create(event)}>
      <TextInput
        label="Name"
        description="Unique in the project, and fixed: jobs and clients name it."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faults.get('/name')}
        required
        mb="md"
        data-autofocus
      />
      <QueuePolicyFields
        form={form}
        onChange={(change) => setForm({ ...form, ...change })}
        faults={faults}
        isLocked={false}
      />
      {error !== undefined && (
        <ProblemNotice what="The queue was not created" error={error} fields={['/name', ...POLICY_FIELDS]} />
      )}
      <div className={classes.buttons} style={{ marginTop: 14 }}>
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" variant="filled" loading={isBusy} disabled={name === ''}>
          Create queue
        </Button>
      </div>
    </form>
  );
}

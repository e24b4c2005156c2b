'use client';

import { Button, TextInput } from '@mantine/core';
import { dataOf, projectsDelete } from '@rota/client';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { useQueues } from '@/shell/api/use-queues';
import { useStats } from '@/shell/api/use-stats';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { useProject } from '@/shell/project/project-context';
import { formatCapped, formatCount } from '@/shell/time/format';
import { Section } from './section';
import classes from './settings.module.css';

/** As many queues as are asked for at once: there may be more. */
const MOST_QUEUES = 200;

export function Dangers(): ReactNode {
  const { can } = useProject();
  const [isAsked, setIsAsked] = useState(false);
  if (!can('project:manage')) return null;
  return (
    <Section title="Delete the project" description="With all that it holds. It cannot be undone.">
      <div>
        <Button className={classes.delete} onClick={() => setIsAsked(true)}>
          Delete…
        </Button>
      </div>
      {isAsked && <DeleteProject onClose={() => setIsAsked(false)} />}
    </Section>
  );
}

function DeleteProject({ onClose }: { onClose: () => void }): ReactNode {
  const { project } = useProject();
  const contents = useContents();
  const [typed, setTyped] = useState('');
  const remove = async (reason: string | undefined): Promise<void> => {
    const headers = { 'If-Match': `"${project.version}"` };
    await dataOf(projectsDelete({ client: api, path: { projectId: project.id }, headers, query: { reason } }));
    window.location.assign('/');
  };
  return (
    <ReasonDialog
      isOpen
      onClose={onClose}
      title={`Delete ${project.name} with ${contents ?? 'all that it holds'}?`}
      act="Delete 1 project"
      keep="Keep it"
      isDisabled={typed !== project.name || contents === undefined}
      onConfirm={remove}
    >
      <p>Its queues, jobs, history, schedules and keys are gone at once. What runs is not waited for.</p>
      <TextInput
        label={`Type ${project.name} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
    </ReasonDialog>
  );
}

/** What would be lost, in words; undefined until it is known. */
function useContents(): string | undefined {
  const stats = useStats(60).data;
  const queues = useQueues().data?.length;
  if (stats === undefined || queues === undefined) return undefined;
  const { backlog, scheduled, claimed, running, deadLettersOpen } = stats;
  const standing = [backlog, scheduled, claimed, running];
  const live = {
    count: standing.reduce((sum, { count }) => sum + count, 0),
    isCapped: standing.some(({ isCapped }) => isCapped),
  };
  const inQueues = `${formatCount(queues)}${queues === MOST_QUEUES ? '+' : ''} ${queues === 1 ? 'queue' : 'queues'}`;
  const jobs = `${formatCapped(live)} live ${live.count === 1 ? 'job' : 'jobs'}`;
  return `${inQueues}, ${jobs} and ${formatCapped(deadLettersOpen)} dead letters`;
}

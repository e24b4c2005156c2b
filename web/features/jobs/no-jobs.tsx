'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useQueues } from '@/shell/api/use-queues';
import { SkeletonRows, TrulyEmpty } from '@/shell/list/list-states';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { firstJobCommand, firstQueueCommand } from './curl';

/** No job at all: the command that makes the first one, in a queue that there is, or that makes the queue. */
export function NoJobs(): ReactNode {
  const { projectId, can } = useProject();
  const path = useProjectPath();
  const queues = useQueues();
  if (queues.data === undefined && queues.error === null) return <SkeletonRows height={34} count={2} />;
  if (queues.data === undefined)
    return (
      <ProblemNotice what="The queues could not be read" error={queues.error} onRetry={() => void queues.refetch()} />
    );
  const [first] = queues.data;
  const where = (
    <p>
      ROTA_URL is where the REST interface answers, ROTA_API_KEY one of the{' '}
      <Link href={path('api-keys')} prefetch={false}>
        keys of this project
      </Link>
      .
    </p>
  );
  if (first !== undefined)
    return (
      <TrulyEmpty sentence="No job yet. This makes the first one:" command={firstJobCommand(projectId, first.name)}>
        {where}
      </TrulyEmpty>
    );
  return (
    <TrulyEmpty sentence="No job yet, and no queue for one. This makes a queue:" command={firstQueueCommand(projectId)}>
      {where}
      {can('queues:manage') && (
        <Button component={Link} href={path('queues')}>
          Or make it here
        </Button>
      )}
    </TrulyEmpty>
  );
}

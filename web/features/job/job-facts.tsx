'use client';

import { dataOf, type JobResponse, queuesGet } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { api } from '@/shell/api/client';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { formatDuration, shortId } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import classes from './job.module.css';

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function JobFacts({ job }: { job: JobResponse }): ReactNode {
  const path = useProjectPath();
  const { projectId } = useProject();
  const queue = useQuery({
    queryKey: [projectId, 'queues', job.queueId],
    queryFn: () => dataOf(queuesGet({ client: api, path: { projectId, queue: job.queueId } })),
    staleTime: 30_000,
    enabled: job.queue !== null,
  });
  const policy = queue.data;
  return (
    <dl className={classes.facts}>
      <Fact name="Enqueued">
        <Instant at={job.createdAt} />{' '}
        <span>
          <Instant at={job.createdAt} as="ago" />
        </span>
      </Fact>
      <Fact name="Priority">{job.priority}</Fact>
      <Fact name="Timeout">{formatDuration(job.timeoutMs)}</Fact>
      {policy !== undefined && (
        <Fact name="Backoff">
          {policy.retryStrategy}{' '}
          <span>
            {formatDuration(policy.retryBaseMs)} base, {formatDuration(policy.retryCapMs)} cap
          </span>
        </Fact>
      )}
      <Fact name="Lost leases">
        {job.leaseLosses}
        {policy !== undefined && <span> of {policy.maxLeaseLosses} in a row</span>}
      </Fact>
      {job.scheduleId !== null && (
        <Fact name="Schedule">
          <Link href={path(`schedules/${job.scheduleId}`)} prefetch={false}>
            {shortId(job.scheduleId)}
          </Link>
          {job.slot !== null && (
            <span>
              {' '}
              slot <Instant at={job.slot} />
            </span>
          )}
        </Fact>
      )}
      {job.replayOf !== null && (
        <Fact name="Replay of">
          <Link href={path(`jobs/${job.replayOf}`)} prefetch={false}>
            {shortId(job.replayOf)}
          </Link>
        </Fact>
      )}
      {job.traceparent !== null && (
        <Fact name="Trace">
          <code title={job.traceparent}>{shortId(job.traceparent.split('-')[1] ?? job.traceparent)}</code>
        </Fact>
      )}
    </dl>
  );
}

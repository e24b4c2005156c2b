'use client';

import { type AuditEntryResponse, auditList, dataOf, type JobResponse } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { api } from '@/shell/api/client';
import { ListStates } from '@/shell/list/list-states';
import { useLive } from '@/shell/live/live';
import { BlockHead } from '@/shell/page/page';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { shortId } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import { wordsOfAction } from '../audit-log/actions';
import classes from './job.module.css';

const SHOWN = 50;

/** What people did to this job and its dead letters, newest first; replays name the job that came of them. */
export function JobAudit({ job }: { job: JobResponse }): ReactNode {
  const { projectId, can } = useProject();
  const path = useProjectPath();
  const audit = useQuery({
    ...useLive('audit'),
    queryKey: [projectId, 'audit', 'job', job.id],
    queryFn: () =>
      dataOf(auditList({ client: api, path: { projectId }, query: { target: `job:${job.id}`, limit: SHOWN } })),
    enabled: can('audit:read'),
  });
  if (!can('audit:read')) return null;
  return (
    <section aria-label="Audit">
      <BlockHead title="Audit" remark="what people did to this job">
        {audit.data?.page.hasMore === true && (
          <Link href={path(`audit-log?target=job:${job.id}`)} prefetch={false}>
            All entries
          </Link>
        )}
      </BlockHead>
      <ListStates
        query={audit}
        failed="The audit log could not be read"
        isEmpty={({ data }) => data.length === 0}
        empty={<p className={classes.none}>Nobody has touched it.</p>}
        rowHeight={29}
      >
        {({ data }) => (
          <ul className={classes.audit}>
            {data.map((entry) => (
              <AuditLine key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  );
}

function AuditLine({ entry }: { entry: AuditEntryResponse }): ReactNode {
  const path = useProjectPath();
  const madeId = (entry.after as { jobId?: unknown } | null)?.jobId;
  return (
    <li>
      <Instant at={entry.createdAt} />
      <span>
        <strong>{wordsOfAction(entry.action)}</strong> by {entry.actor.name ?? entry.actor.kind}
        {typeof madeId === 'string' && madeId !== entry.targetId && (
          <>
            {' as '}
            <Link href={path(`jobs/${madeId}`)} prefetch={false}>
              <code>{shortId(madeId)}</code>
            </Link>
          </>
        )}
        {entry.reason !== null && <q>{entry.reason}</q>}
      </span>
    </li>
  );
}

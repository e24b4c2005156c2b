'use client';

import type { JobSummaryResponse, QueueResponse } from '@rota/client';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { DataTable } from '@/shell/list/data-table';
import { NewPill } from '@/shell/list/keyset-controls';
import { ListStates } from '@/shell/list/list-states';
import { BlockHead } from '@/shell/page/page';
import { useProjectPath } from '@/shell/project/project-context';
import { JOB_COLUMNS, JobCompact } from '../jobs/job-columns';
import { QueueStandings } from '../jobs/standings';
import { idOfJob, useJobs } from '../jobs/use-jobs';
import classes from './queues.module.css';

const SHOWN = new Set(['status', 'id', 'handler', 'attempt', 'created', 'next', 'ran']);
const COLUMNS = JOB_COLUMNS.filter(({ key }) => SHOWN.has(key)).map((column) =>
  column.key === 'handler' ? { ...column, width: undefined, wideWidth: undefined } : column,
);

/** The newest jobs of a queue, whatever their state. */
export function QueueJobs({ queue }: { queue: QueueResponse }): ReactNode {
  const path = useProjectPath();
  const router = useRouter();
  const list = useJobs({ queue: queue.id }, 12);
  return (
    <section aria-label="Newest jobs">
      <BlockHead title="Newest jobs">
        <NewPill list={list} />
        <Link href={path(`jobs?queue=${encodeURIComponent(queue.name)}`)} prefetch={false}>
          All jobs of {queue.name}
        </Link>
      </BlockHead>
      <ListStates
        query={list}
        failed="The jobs could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={<p className={classes.locked}>No job yet.</p>}
        rowHeight={29}
      >
        {(rows) => (
          <QueueStandings rows={rows}>
            <DataTable
              label="Newest jobs"
              rows={rows}
              columns={COLUMNS}
              idOf={idOfJob}
              onOpen={(job: JobSummaryResponse) => router.push(path(`jobs/${job.id}`))}
              isGone={list.isGone}
              compact={(job) => <JobCompact job={job} />}
              size="nested"
            />
          </QueueStandings>
        )}
      </ListStates>
    </section>
  );
}

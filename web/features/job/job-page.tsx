'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronRight, IconCopy } from '@tabler/icons-react';
import Link from 'next/link';
import { useParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { printExact } from '@/shell/json/exact-json';
import { ListStates, Missing } from '@/shell/list/list-states';
import { Page } from '@/shell/page/page';
import { useProjectPath } from '@/shell/project/project-context';
import { Attempts } from './attempts';
import { copyText } from './copy-text';
import { JobAudit } from './job-audit';
import { JobData } from './job-data';
import { JobFacts } from './job-facts';
import { JobHead } from './job-head';
import classes from './job.module.css';
import { Logs } from './logs';
import { isPutBack } from './put-back';
import { TimeSpent } from './time-spent-view';
import { TimelineView } from './timeline-view';
import { type ExactJob, useExecutions, useJob } from './use-job';

export function JobPage(): ReactNode {
  const { jobId } = useParams<{ jobId: string }>();
  const path = useProjectPath();
  const job = useJob(jobId);
  return (
    <Page
      name={`Job ${jobId}`}
      title={
        <>
          <Link href={path('jobs')} prefetch={false} className="trail">
            Jobs
          </Link>
          <IconChevronRight size={14} aria-hidden />
          <code className={classes.wholeId}>{jobId}</code>
          <Tooltip label="Copy the id">
            <ActionIcon onClick={() => void copyText(jobId, 'The id')} aria-label="Copy the id">
              <IconCopy size={15} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      <ListStates
        query={job}
        failed="The job could not be read"
        isEmpty={() => false}
        empty={null}
        missing={
          <Missing sentence="There is no such job in this project: it was removed when its queue had kept it long enough, or it is of another project.">
            <Link href={path('jobs')} prefetch={false}>
              All jobs
            </Link>
          </Missing>
        }
      >
        {(data) => <JobBody {...data} />}
      </ListStates>
    </Page>
  );
}

function JobBody(exact: ExactJob): ReactNode {
  const { job, payload } = exact;
  const executions = useExecutions(job);
  return (
    <div className={classes.body}>
      <JobHead
        job={job}
        payloadText={payload === undefined ? '{}' : printExact(payload, 0)}
        isPutBack={isPutBack(job, executions.data ?? [])}
      />
      <JobFacts job={job} />
      <div className={classes.columns}>
        <div className={classes.left}>
          <TimeSpent job={job} executions={executions.data ?? []} />
          <TimelineView job={job} executions={executions.data ?? []} />
          <JobAudit job={job} />
        </div>
        <div className={classes.right}>
          <ListStates
            query={executions}
            failed="The attempts could not be read"
            isEmpty={() => false}
            empty={null}
            rowHeight={29}
          >
            {(rows) => <Attempts job={job} executions={rows} />}
          </ListStates>
          <JobData {...exact} />
          <Logs job={job} />
        </div>
      </div>
    </div>
  );
}

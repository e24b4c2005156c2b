'use client';

import type { JobExecutionResponse, JobResponse } from '@rota/client';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from '@/shell/list/data-table';
import { BlockHead } from '@/shell/page/page';
import { StatusMark } from '@/shell/status/status';
import { shortId } from '@/shell/time/format';
import { Elapsed, Instant } from '@/shell/time/instant';
import classes from './job.module.css';
import { putBacksOf } from './put-back';
import { messageOf } from './timeline';

const HANDLER_UNKNOWN = 'handler unknown there';

const idOf = ({ executionSeq }: JobExecutionResponse): string => String(executionSeq);

interface OutcomeProps {
  readonly execution: JobExecutionResponse;
  /** Its worker did not know the handler. */
  readonly isPutBack: boolean;
}

function Outcome({ execution, isPutBack }: OutcomeProps): ReactNode {
  const { attemptRefunded } = execution;
  return (
    <>
      <OutcomeMark execution={execution} isPutBack={isPutBack} />
      {attemptRefunded && <span className={classes.refunded}>refunded</span>}
    </>
  );
}

function OutcomeMark({ execution, isPutBack }: OutcomeProps): ReactNode {
  const { outcome, startedAt } = execution;
  if (outcome === null) return <StatusMark status={startedAt === null ? 'claimed' : 'running'} />;
  if (isPutBack) return <StatusMark status="late" word="Put back" />;
  if (outcome === 'released') return <StatusMark status="draining" word="Given back" />;
  return <StatusMark status={outcome} />;
}

function columnsOf(openId: string | undefined, putBacks: ReadonlySet<number>): Column<JobExecutionResponse>[] {
  return [
    {
      key: 'attempt',
      head: '#',
      width: 44,
      cell: ({ attempt, attemptRefunded }) =>
        attemptRefunded ? <s title="given back: not counted">{attempt}</s> : attempt,
    },
    {
      key: 'outcome',
      head: 'Outcome',
      width: 176,
      cell: (execution) => <Outcome execution={execution} isPutBack={putBacks.has(execution.executionSeq)} />,
    },
    {
      key: 'worker',
      head: 'Worker',
      width: 100,
      minWindow: 1300,
      cell: ({ workerId }) => workerId !== null && <code title={workerId}>{shortId(workerId)}</code>,
    },
    {
      key: 'started',
      head: 'Started',
      width: 112,
      cell: ({ startedAt }) => startedAt !== null && <Instant at={startedAt} as="exact" />,
    },
    {
      key: 'ran',
      head: 'Ran',
      width: 90,
      align: 'right',
      cell: ({ startedAt, finishedAt }) => startedAt !== null && <Elapsed since={startedAt} until={finishedAt} />,
    },
    {
      key: 'error',
      head: 'Error',
      cell: ({ error, executionSeq }) => (
        <span className={classes.dim}>{putBacks.has(executionSeq) ? HANDLER_UNKNOWN : messageOf(error)}</span>
      ),
    },
    {
      key: 'open',
      head: '',
      width: 34,
      align: 'right',
      cell: (execution) =>
        execution.error !== null &&
        (idOf(execution) === openId ? (
          <IconChevronDown size={15} aria-label="opened" />
        ) : (
          <IconChevronRight size={15} aria-label="opens" />
        )),
    },
  ];
}

/** Every attempt, newest first; the error of the last one is open. */
export function Attempts({
  job,
  executions,
}: {
  job: JobResponse;
  executions: readonly JobExecutionResponse[];
}): ReactNode {
  const putBacks = putBacksOf(job, executions);
  const rows = executions.toReversed();
  const [chosen, setChosen] = useState<string | null>();
  const openId =
    chosen === undefined
      ? rows
          .slice(0, 1)
          .filter(({ error }) => error !== null)
          .map(idOf)[0]
      : (chosen ?? undefined);
  const starts = executions.length - putBacks.size;
  const counted = executions.filter(({ attemptRefunded, attempt }) => !attemptRefunded && attempt > 0).length;
  return (
    <section aria-label="Attempts">
      <BlockHead
        title="Attempts"
        remark={
          executions.length === 0
            ? 'none yet'
            : `${starts} ${starts === 1 ? 'start' : 'starts'}, ${counted} counted${putBacks.size === 0 ? '' : `, ${putBacks.size} put back`}`
        }
      />
      {executions.length > 0 && (
        <DataTable
          label="Attempts"
          rows={rows}
          columns={columnsOf(openId, putBacks)}
          idOf={idOf}
          size="nested"
          compact={(row) => <CompactAttempt execution={row} isPutBack={putBacks.has(row.executionSeq)} />}
          onOpen={(row) => row.error !== null && setChosen(idOf(row) === openId ? null : idOf(row))}
          detail={(row) => idOf(row) === openId && <ErrorText error={row.error} />}
        />
      )}
    </section>
  );
}

function CompactAttempt({ execution, isPutBack }: OutcomeProps): ReactNode {
  const { attempt, attemptRefunded, startedAt, finishedAt, error } = execution;
  return (
    <div className={classes.compactAttempt}>
      <div>
        <span>#{attemptRefunded ? <s>{attempt}</s> : attempt}</span>
        <Outcome execution={execution} isPutBack={isPutBack} />
        {startedAt !== null && (
          <span className={classes.dim}>
            <Elapsed since={startedAt} until={finishedAt} />
          </span>
        )}
      </div>
      {startedAt !== null && <Instant at={startedAt} as="exact" />}
      <span className={classes.compactError}>{isPutBack ? HANDLER_UNKNOWN : messageOf(error)}</span>
    </div>
  );
}

function ErrorText({ error }: { error: unknown }): ReactNode {
  const { name, message, stack } = (error ?? {}) as { name?: string; message?: string; stack?: string };
  const text = stack ?? `${name ?? 'Error'}: ${message ?? ''}`;
  return (
    <pre className={classes.error} tabIndex={0} aria-label="Error with stack">
      {text}
    </pre>
  );
}

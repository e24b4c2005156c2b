'use client';

import type { JobExecutionResponse, JobResponse } from '@rota/client';
import { type ReactNode, useMemo } from 'react';
import { BlockHead } from '@/shell/page/page';
import { formatDuration } from '@/shell/time/format';
import { useNow } from '@/shell/time/use-now';
import { SPENT, type Spent, timeSpentOf } from './time-spent';
import classes from './time-spent.module.css';

const WORDS: Readonly<Record<Spent, string>> = {
  delayed: 'until it was due',
  backoff: 'backing off',
  unknown: 'put back: handler unknown',
  slot: 'due, not yet taken',
  ran: 'running',
  dead: 'dead, until replayed',
};

/** One bar for the life of the job: an operator sees at a glance whether it waited, failed slowly, or was slow itself. */
export function TimeSpent({
  job,
  executions,
}: {
  job: JobResponse;
  executions: readonly JobExecutionResponse[];
}): ReactNode {
  const now = useNow();
  const spent = useMemo(() => timeSpentOf(job, executions, now), [job, executions, now]);
  const parts = SPENT.filter((name) => spent[name] > 0);
  const total = parts.reduce((sum, name) => sum + spent[name], 0);
  if (total === 0) return null;
  return (
    <section aria-label="Where the time went">
      <BlockHead title="Where the time went" remark={formatDuration(total)} />
      <div className={classes.bar} aria-hidden>
        {parts.map((name) => (
          <span key={name} data-part={name} style={{ flexGrow: spent[name] / total }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {parts.map((name) => (
          <li key={name}>
            <span data-part={name} aria-hidden />
            {WORDS[name]} <strong>{formatDuration(spent[name])}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ScheduleRunResponse } from '@rota/client';
import type { ReactNode } from 'react';
import classes from './outcome-dots.module.css';
import { SHOWN_RUNS } from './use-schedules';

type Kind = 'completed' | 'failed' | 'skipped' | 'cancelled' | 'waiting' | 'gone';

const WORDS: Record<Kind, string> = {
  completed: 'completed',
  failed: 'dead letter',
  skipped: 'skipped',
  cancelled: 'cancelled',
  waiting: 'under way',
  gone: 'no longer on record',
};

export function kindOf({ outcome, jobStatus }: ScheduleRunResponse): Kind {
  if (outcome === 'failed') return 'failed';
  if (outcome !== 'enqueued') return 'skipped';
  if (jobStatus === null) return 'gone';
  if (jobStatus === 'completed') return 'completed';
  if (jobStatus === 'dead_letter') return 'failed';
  return jobStatus === 'cancelled' ? 'cancelled' : 'waiting';
}

/** The last runs, oldest left: round completed, diamond dead letter, ring skipped, open arc under way. */
export function OutcomeDots({ runs }: { runs: readonly ScheduleRunResponse[] }): ReactNode {
  const kinds = runs.slice(0, SHOWN_RUNS).map(kindOf).toReversed();
  if (kinds.length === 0) return <span className={classes.none}>has not run yet</span>;
  return (
    <svg
      className={classes.dots}
      width={kinds.length * 10}
      height={10}
      viewBox={`0 0 ${kinds.length * 10} 10`}
      role="img"
      aria-label={`Last ${kinds.length} runs, oldest first: ${summaryOf(kinds)}`}
    >
      {kinds.map((kind, index) => (
        <g key={index} transform={`translate(${index * 10} 0)`} data-kind={kind}>
          <Dot kind={kind} />
        </g>
      ))}
    </svg>
  );
}

function Dot({ kind }: { kind: Kind }): ReactNode {
  switch (kind) {
    case 'failed':
      return <path d="M5 1 9 5 5 9 1 5Z" />;
    case 'skipped':
    case 'waiting':
      return <circle cx={5} cy={5} r={2.6} />;
    case 'cancelled':
      return <path d="M2.4 7.6 7.6 2.4" />;
    case 'gone':
      return <circle cx={5} cy={5} r={1.4} />;
    case 'completed':
      return <circle cx={5} cy={5} r={3.1} />;
  }
}

function summaryOf(kinds: readonly Kind[]): string {
  return [...Map.groupBy(kinds, (kind) => kind)].map(([kind, { length }]) => `${length} ${WORDS[kind]}`).join(', ');
}

'use client';

import type { ProjectStatsResponse } from '@rota/client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { type Bucket, failureRateOf, totalsOf } from '@/shell/charts/buckets';
import { useProjectPath } from '@/shell/project/project-context';
import { Count } from '@/shell/time/count';
import { formatCapped, formatCompact, formatCount, formatDuration, formatPercent } from '@/shell/time/format';
import { Spark } from './spark';
import classes from './overview.module.css';
import type { TimeRange } from './time-range';
import { useRangeName } from './use-range-name';

interface TileProps {
  readonly name: string;
  /** The window that the figure is of: now, last hour. */
  readonly window: string;
  readonly href: string;
  /** What is behind the link, where that is not plain. */
  readonly title?: string;
  readonly figure: ReactNode;
  readonly remark?: ReactNode;
  /** On hover, where the remark rounds. */
  readonly remarkInFull?: string;
  readonly tone?: 'warn' | 'bad' | undefined;
  readonly children?: ReactNode;
}

function Tile({ name, window, href, title, figure, remark, remarkInFull, tone, children }: TileProps): ReactNode {
  return (
    <Link href={href} prefetch={false} className={classes.tile} title={title}>
      <span className={classes.tileName}>
        {name} <span>{window}</span>
      </span>
      <span className={classes.figure}>{figure}</span>
      <span
        className={classes.tileRemark}
        data-tone={tone}
        title={remarkInFull ?? (typeof remark === 'string' ? remark : undefined)}
      >
        {remark}
      </span>
      {children}
    </Link>
  );
}

const Unit = ({ children }: { children: ReactNode }): ReactNode => <span className={classes.unit}>{children}</span>;

/** A duration with its units set small. */
function Duration({ ms }: { ms: number }): ReactNode {
  return formatDuration(ms)
    .split(' ')
    .map((part, index) => (index % 2 === 0 ? part : <Unit key={index}>{part}</Unit>));
}

/** How much of a whole; what it stands for is said in words above it. */
function Meter({ parts }: { parts: readonly { tone: 'idle' | 'accent' | 'later'; share: number }[] }): ReactNode {
  return (
    <span className={classes.meter} aria-hidden>
      {parts.map(({ tone, share }) => (
        <span key={tone} data-tone={tone} style={{ width: `${Math.min(1, share) * 100}%` }} />
      ))}
    </span>
  );
}

interface TilesProps {
  readonly stats: ProjectStatsResponse | undefined;
  /** Undefined until they are known. */
  readonly buckets: readonly Bucket[] | undefined;
  readonly range: TimeRange;
  /** Otherwise no figure reaches back to the range. */
  readonly isKnown: boolean;
}

export function Tiles({ stats, buckets: known, range, isKnown }: TilesProps): ReactNode {
  const buckets = known ?? [];
  const path = useProjectPath();
  const name = useRangeName(range);
  if (stats === undefined) return <div className={classes.tiles} data-waiting aria-busy="true" />;
  const {
    backlog,
    oldestReadyAgeSeconds: oldest,
    claimed,
    running,
    slots,
    deadLettersOpen,
    p95WaitMs,
    p95RunMs,
  } = stats;
  const totals = totalsOf(buckets);
  const rate = failureRateOf(totals);
  const bad = totals.failed + totals.timedOut + totals.deadLettered;
  return (
    <div className={classes.tiles}>
      <Tile
        name="Backlog"
        window="now"
        href={path('jobs?status=queued')}
        figure={formatCapped(backlog)}
        remark={`${formatCapped(stats.scheduled)} scheduled for later`}
      >
        <Meter
          parts={[
            { tone: 'idle', share: backlog.count / Math.max(1, backlog.count + stats.scheduled.count) },
            { tone: 'later', share: stats.scheduled.count / Math.max(1, backlog.count + stats.scheduled.count) },
          ]}
        />
      </Tile>
      <Tile
        name="Oldest waiting"
        window="now"
        href={path('queues')}
        figure={oldest === null ? '–' : <Duration ms={oldest * 1_000} />}
        remark={oldest === null ? 'nothing waits' : 'due and not yet claimed'}
        tone={oldest !== null && oldest > 300 ? 'warn' : undefined}
      />
      <Tile
        name="Running / slots"
        window="now"
        href={path('jobs?status=running')}
        figure={
          <>
            {formatCapped(running)}
            <Unit>
              / <Count of={slots} />
            </Unit>
          </>
        }
        remark={
          slots === 0
            ? 'no live worker'
            : `${formatPercent((running.count + claimed.count) / slots)} % busy${claimed.count > 0 ? ` · ${formatCapped(claimed)} claimed` : ''}`
        }
        tone={slots === 0 ? 'bad' : undefined}
      >
        <Meter parts={[{ tone: 'accent', share: (running.count + claimed.count) / Math.max(1, slots) }]} />
      </Tile>
      <Tile
        name="Failure rate"
        window={name}
        href={path('queues')}
        title="Failure rates by queue. No list holds single attempts: one that was retried may be of a job that is completed by now."
        figure={
          rate === undefined ? (
            '–'
          ) : (
            <>
              {formatPercent(rate)}
              <Unit>%</Unit>
            </>
          )
        }
        remark={
          rate === undefined
            ? isKnown
              ? known && 'no attempt ended'
              : 'no figures of that time'
            : `${formatCompact(bad)} of ${formatCompact(bad + totals.completed)} attempts`
        }
        remarkInFull={`${formatCount(bad)} of ${formatCount(bad + totals.completed)} attempts`}
        tone={rate !== undefined && rate >= 0.1 ? 'bad' : undefined}
      >
        <Spark
          values={buckets.map((bucket) => failureRateOf(bucket) ?? 0)}
          tone={rate !== undefined && rate >= 0.1 ? 'bad' : 'idle'}
        />
      </Tile>
      <Tile
        name="p95 wait"
        window="last hour"
        href={path('queues')}
        figure={p95WaitMs === null ? '–' : <Duration ms={p95WaitMs} />}
        remark={p95RunMs === null ? 'no attempt ended' : `p95 run ${formatDuration(p95RunMs)}`}
      >
        <Spark values={buckets.map((bucket) => bucket.p95WaitMs ?? 0)} tone="idle" />
      </Tile>
      <Tile
        name="Dead letters"
        window="open now"
        href={path('dead-letters')}
        figure={formatCapped(deadLettersOpen)}
        remark={known && `+${formatCompact(totals.deadLettered)} in ${name}`}
        remarkInFull={`+${formatCount(totals.deadLettered)} in ${name}`}
        tone={totals.deadLettered > 0 ? 'bad' : undefined}
      >
        <Spark
          values={buckets.map(({ deadLettered }) => deadLettered)}
          tone={totals.deadLettered > 0 ? 'bad' : 'idle'}
        />
      </Tile>
    </div>
  );
}

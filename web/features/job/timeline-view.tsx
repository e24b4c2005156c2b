'use client';

import type { JobExecutionResponse, JobResponse } from '@rota/client';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { BlockHead } from '@/shell/page/page';
import { statusMap } from '@/shell/theme';
import { DueIn, Instant } from '@/shell/time/instant';
import { formatCapped, formatCount } from '@/shell/time/format';
import { useStandingOf } from '../queues/use-standing';
import classes from './timeline.module.css';
import { type TimelineEvent, timelineOf } from './timeline';

const FIRST_EVENTS = 60;

export function TimelineView({
  job,
  executions,
}: {
  job: JobResponse;
  executions: readonly JobExecutionResponse[];
}): ReactNode {
  const waitsFor = useWaitsFor(job);
  const events = useMemo(() => timelineOf(job, executions, waitsFor), [job, executions, waitsFor]);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, FIRST_EVENTS);
  return (
    <section aria-label="Timeline">
      <BlockHead title="Timeline" remark="newest first" />
      <ol className={classes.timeline}>
        {shown.map((event) => (
          <TimelineRow key={event.key} event={event} />
        ))}
      </ol>
      {shown.length < events.length && (
        <button type="button" className={classes.more} onClick={() => setIsWhole(true)}>
          Show all {events.length} events
        </button>
      )}
    </section>
  );
}

/** Why a job that is due has not been claimed yet: what keeps its queue waiting. */
function useWaitsFor(job: JobResponse): string | undefined {
  const isQueued = job.status === 'queued' && job.queue !== null;
  const { data } = useStandingOf(job.queueId, isQueued);
  if (!isQueued || data === undefined) return undefined;
  const name = job.queue ?? '';
  const busy = data.running.count + data.claimed.count;
  switch (data.whyNotMoving) {
    case 'paused':
      return `${name} is paused`;
    case 'no_worker':
      return `no live worker takes jobs of ${name}`;
    case 'limit_full':
      return `limit of ${name} full: ${formatCount(busy)} run`;
    case 'workers_busy':
      return `all ${formatCount(data.slots)} slots of the workers are busy`;
    case 'no_handler':
      return `no live worker of ${name} offers ${data.missingHandlers.join(', ')}`;
    case 'stalled':
      return `slots are free, but nothing takes jobs of ${name}`;
    case 'all_delayed':
    case 'nothing_to_do':
    case 'moving':
      return `${formatCapped(data.queued)} due in ${name}, higher priorities first`;
  }
}

function TimelineRow({ event }: { event: TimelineEvent }): ReactNode {
  const { at, icon, title, text, wait, isAhead } = event;
  const Icon = icon === 'started' ? IconPlayerPlayFilled : statusMap[icon].icon;
  return (
    <li className={classes.event} data-ahead={isAhead || undefined}>
      <span className={classes.at}>
        {at === undefined ? 'now' : <Instant at={at} as={isAhead ? 'clock' : 'exact'} />}
      </span>
      <span className={classes.icon} data-tone={icon === 'started' ? 'accent' : statusMap[icon].tone}>
        <Icon size={15} stroke={1.9} aria-hidden />
      </span>
      <div className={classes.body}>
        <strong>
          {title}
          {isAhead && at !== undefined && (
            <span className={classes.due}>
              <DueIn at={at} />
            </span>
          )}
        </strong>
        {text !== undefined && <span>{text}</span>}
        {wait !== undefined && <span className={classes.wait}>{wait}</span>}
      </div>
    </li>
  );
}

'use client';

import type { JobExecutionResponse, JobResponse } from '@rota/client';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { BlockHead } from '@/shell/page/page';
import { statusMap } from '@/shell/theme';
import { DueIn, Instant } from '@/shell/time/instant';
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
  const events = useMemo(() => timelineOf(job, executions), [job, executions]);
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

'use client';

import { apiKeysList, dataOf, type JobExecutionResponse, type JobResponse } from '@rota/client';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '@/shell/api/client';
import { BlockHead } from '@/shell/page/page';
import { useProject } from '@/shell/project/project-context';
import { statusMap } from '@/shell/theme';
import { DueIn, Instant } from '@/shell/time/instant';
import { useStandingOf } from '../queues/use-standing';
import { waitsForOf } from '../queues/verdict';
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
  const maker = useMakerName(job.createdBy);
  const events = useMemo(() => timelineOf(job, executions, waitsFor, maker), [job, executions, waitsFor, maker]);
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

/** The name of the API key that made it, as the page of keys shows it, of the first 200. */
function useMakerName(createdBy: string | null): string | undefined {
  const { projectId } = useProject();
  const isKey = createdBy?.startsWith('key:') === true;
  const { data } = useQuery({
    queryKey: [projectId, 'api-keys', 'names'],
    queryFn: () => dataOf(apiKeysList({ client: api, path: { projectId }, query: { limit: 200 } })),
    staleTime: 300_000,
    enabled: isKey,
  });
  const key = data?.data.find(({ id }) => createdBy === `key:${id}`);
  return key === undefined ? undefined : `“${key.name}”`;
}

/** Why a job that is due has not been claimed yet: what keeps its queue waiting. */
function useWaitsFor(job: JobResponse): string | undefined {
  const { data } = useStandingOf(job.queueId, job.status === 'queued' && job.queue !== null);
  if (job.status !== 'queued' || job.queue === null || data === undefined) return undefined;
  return waitsForOf(data, job.queue, job.handler);
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

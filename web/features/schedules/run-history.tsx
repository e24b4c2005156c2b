'use client';

import { Button } from '@mantine/core';
import { dataOf, type ScheduleRunResponse, schedulesListRuns } from '@rota/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { api } from '@/shell/api/client';
import { ListStates } from '@/shell/list/list-states';
import { useLive } from '@/shell/live/live';
import { BlockHead } from '@/shell/page/page';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { StatusMark } from '@/shell/status/status';
import { type Status, statusMap } from '@/shell/theme';
import { formatCount, shortId } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import classes from './schedules.module.css';
import { SHOWN_RUNS } from './use-schedules';

/** Every slot that was due, and what became of it: newest first. */
export function RunHistory({ scheduleId }: { scheduleId: string }): ReactNode {
  const { projectId } = useProject();
  const runs = useInfiniteQuery({
    ...useLive('schedules'),
    queryKey: [projectId, 'schedules', 'history', scheduleId],
    queryFn: ({ pageParam }) =>
      dataOf(
        schedulesListRuns({
          client: api,
          path: { projectId, scheduleId },
          query: { limit: SHOWN_RUNS, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
    maxPages: 25,
  });
  const query = { data: runs.data?.pages.flatMap(({ data }) => data), error: runs.error, refetch: runs.refetch };
  return (
    <section>
      <BlockHead title="History" remark="slots, newest first" />
      <ListStates
        query={query}
        failed="The history could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={<p className={classes.remark}>It has not been due yet.</p>}
        rowHeight={29}
      >
        {(rows) => (
          <ol className={classes.history}>
            {rows.map((run) => (
              <Run key={run.slot + run.createdAt} run={run} />
            ))}
          </ol>
        )}
      </ListStates>
      {runs.hasNextPage && (
        <Button className={classes.more} onClick={() => void runs.fetchNextPage()} loading={runs.isFetchingNextPage}>
          Older
        </Button>
      )}
    </section>
  );
}

function Run({ run }: { run: ScheduleRunResponse }): ReactNode {
  const path = useProjectPath();
  return (
    <li>
      <Instant at={run.slot} />
      <span>
        <RunStatus run={run} />
      </span>
      {run.jobId === null ? (
        <span className={classes.remark} title={run.reason ?? undefined}>
          {run.reason}
        </span>
      ) : (
        <Link href={path(`jobs/${run.jobId}`)} prefetch={false} className={classes.mono}>
          {shortId(run.jobId)}
        </Link>
      )}
    </li>
  );
}

function RunStatus({
  run: { outcome, jobStatus, skippedCount, skippedUntil },
}: {
  run: ScheduleRunResponse;
}): ReactNode {
  if (outcome === 'enqueued') {
    if (jobStatus === null) return <span className={classes.remark}>job no longer on record</span>;
    return <StatusMark status={(jobStatus in statusMap ? jobStatus : 'queued') as Status} />;
  }
  if (outcome === 'failed') return <StatusMark status="failed" word="Could not be enqueued" />;
  if (outcome === 'skipped_overlap') return <StatusMark status="cancelled" word="Skipped: still running" />;
  return (
    <>
      <StatusMark
        status="cancelled"
        word={`Missed${skippedCount === null ? '' : `: ${formatCount(skippedCount)} slots`}`}
      />
      {skippedUntil !== null && (
        <span className={classes.remark}>
          {' '}
          until <Instant at={skippedUntil} />
        </span>
      )}
    </>
  );
}

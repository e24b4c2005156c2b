'use client';

import { Switch } from '@mantine/core';
import type { WorkerResponse } from '@rota/client';
import { type ReactNode, useMemo } from 'react';
import { useWorkers } from '@/shell/api/use-workers';
import { DataTable } from '@/shell/list/data-table';
import { FilterBar } from '@/shell/list/filter-bar';
import { ListStates, TrulyEmpty } from '@/shell/list/list-states';
import { useUrlFilters } from '@/shell/list/url-filters';
import { useOpenedBeside } from '@/shell/page/opened-beside';
import { Page } from '@/shell/page/page';
import { useProject } from '@/shell/project/project-context';
import { StatusMark } from '@/shell/status/status';
import { formatCount, shortId } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import { Coverage } from './coverage';
import { CompactWorker, workerColumns } from './worker-columns';
import { WorkerDetail } from './worker-detail';
import { remarkOf, STATE_MARKS, STATE_ORDER, stateOf, type WorkerState } from './worker-state';
import classes from './workers.module.css';

const FILTERS = ['stopped'] as const;
const idOf = ({ id }: WorkerResponse): string => id;

export function WorkersPage(): ReactNode {
  const { opened, open, close } = useOpenedBeside('workers');
  const { user } = useProject();
  const { filters, set } = useUrlFilters(FILTERS);
  const workers = useWorkers();
  const hasStopped = filters.stopped !== undefined;
  const rows = useMemo(() => sorted(workers.data ?? [], hasStopped, opened), [workers.data, hasStopped, opened]);
  const isUnknown = opened !== undefined && workers.data !== undefined && !rows.some(({ id }) => id === opened);
  const columns = useMemo(() => workerColumns(user.isOperator), [user.isOperator]);
  const stopped = (workers.data ?? []).filter(({ state }) => state === 'stopped').length;
  const toggle = ({ id }: WorkerResponse): void => (id === opened ? close() : open(id));
  return (
    <Page
      title="Workers"
      panel={<Coverage workers={workers.data} />}
      footer={
        <span>
          {workers.dataUpdatedAt > 0 && (
            <>
              Workers that serve this project, of the last day · asked{' '}
              <Instant at={new Date(workers.dataUpdatedAt).toISOString()} as="ago" />
            </>
          )}
        </span>
      }
    >
      <FilterBar
        remark={
          stopped > 0 && (
            <Switch
              size="xs"
              label={`Show ${formatCount(stopped)} stopped`}
              checked={hasStopped}
              onChange={(event) => set({ stopped: event.currentTarget.checked ? 'shown' : undefined })}
            />
          )
        }
      >
        <Summary workers={workers.data ?? []} />
      </FilterBar>
      {isUnknown && (
        <p className={classes.unknown} role="status">
          No worker {shortId(opened)} served this project during the last day. These did:
        </p>
      )}
      <ListStates
        query={workers}
        failed="The workers could not be read"
        isEmpty={() => rows.length === 0}
        empty={<NoWorkers stopped={stopped} />}
      >
        {() => (
          <DataTable
            label="Workers"
            rows={rows}
            columns={columns}
            idOf={idOf}
            onOpen={toggle}
            cursorId={opened}
            compact={(worker) => <CompactWorker worker={worker} />}
            detail={(worker) => <Detail worker={worker} isOpen={worker.id === opened} />}
          />
        )}
      </ListStates>
    </Page>
  );
}

/** One that is asked for by its address is shown, stopped or not. */
function sorted(workers: readonly WorkerResponse[], hasStopped: boolean, opened: string | undefined): WorkerResponse[] {
  const rank = (worker: WorkerResponse): number => STATE_ORDER.indexOf(stateOf(worker));
  return workers
    .filter(({ id, state }) => hasStopped || state !== 'stopped' || id === opened)
    .toSorted((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id));
}

function Detail({ worker, isOpen }: { worker: WorkerResponse; isOpen: boolean }): ReactNode {
  const remark = remarkOf(stateOf(worker));
  if (!isOpen && remark === undefined) return null;
  return (
    <>
      {remark !== undefined && <p className={classes.remark}>{remark}</p>}
      {isOpen && <WorkerDetail worker={worker} />}
    </>
  );
}

function Summary({ workers }: { workers: readonly WorkerResponse[] }): ReactNode {
  const counts = Map.groupBy(workers, stateOf);
  const serving = workers.filter(({ state }) => state === 'live' || state === 'draining');
  const slots = serving.reduce((sum, { capacity }) => sum + capacity, 0);
  const busy = serving.reduce((sum, { inFlight, host }) => sum + (host?.inFlight ?? inFlight), 0);
  const shown = (['live', 'late', 'draining', 'dead'] satisfies WorkerState[]).filter(
    (state) => state === 'live' || counts.has(state),
  );
  if (workers.length === 0) return null;
  return (
    <div className={classes.summary}>
      {shown.map((state) => (
        <StatusMark
          key={state}
          status={STATE_MARKS[state].status}
          word={`${counts.get(state)?.length ?? 0} ${STATE_MARKS[state].word.toLowerCase()}`}
        />
      ))}
      <span className={classes.dim}>
        {formatCount(busy)} of {formatCount(slots)} slots busy
      </span>
    </div>
  );
}

function NoWorkers({ stopped }: { stopped: number }): ReactNode {
  return (
    <TrulyEmpty
      sentence={`No worker serves this project: its jobs wait.${stopped > 0 ? ` ${formatCount(stopped)} stopped in order during the last day.` : ''} One starts with`}
      command="ROLE=worker node dist/src/main.js"
    />
  );
}

'use client';

import { Button } from '@mantine/core';
import type { JobSummaryResponse } from '@rota/client';
import { IconPlus } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useState } from 'react';
import { Keys } from '@/shell/keyboard/keys';
import { DataTable } from '@/shell/list/data-table';
import { FilterBar, FilterChip } from '@/shell/list/filter-bar';
import { KeysetFooter, NewPill } from '@/shell/list/keyset-controls';
import { EmptyByFilter, ListStates } from '@/shell/list/list-states';
import { useUrlFilters } from '@/shell/list/url-filters';
import { useListCursor } from '@/shell/list/use-list-cursor';
import { useSelection } from '@/shell/list/use-selection';
import { Page } from '@/shell/page/page';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { useZone } from '@/shell/time/zone';
import { BulkDialog, type BulkAsked } from './bulk-dialog';
import type { BulkVerb } from './bulk-possible';
import { ExportMenu } from './export-menu';
import { FilterMenu } from './filter-menu';
import { JOB_COLUMNS, JobCompact } from './job-columns';
import { chipValueOf, FILTER_NAMES, requestOf } from './job-filter';
import classes from './jobs.module.css';
import { NoJobs } from './no-jobs';
import { QueryField } from './query-field';
import { SelectionBar } from './selection-bar';
import { QueueStandings } from './standings';
import { idOfJob, useJobs } from './use-jobs';

const EnqueueDialog = dynamic(async () => (await import('../enqueue/enqueue-dialog')).EnqueueDialog, { ssr: false });

export function JobsPage(): ReactNode {
  const { can } = useProject();
  const path = useProjectPath();
  const router = useRouter();
  const { filters, set, clear, count } = useUrlFilters(FILTER_NAMES);
  const { zone } = useZone();
  const list = useJobs(filters);
  const open = useCallback((job: JobSummaryResponse) => router.push(path(`jobs/${job.id}`)), [router, path]);
  const cursor = useListCursor({ rows: list.rows, idOf: idOfJob, onOpen: open });
  const maySelect = can('jobs:manage');
  const selection = useSelection(list.rows.map(idOfJob), cursor, JSON.stringify(filters), maySelect);
  const [asked, setAsked] = useState<BulkAsked>();
  const [isEnqueuing, setIsEnqueuing] = useState(false);
  const ask = (verb: BulkVerb): void => {
    const chosen = selection.isAllMatching ? { filter: requestOf(filters) } : { ids: [...selection.ids] };
    setAsked({ verb, selection: chosen });
  };
  // Of all that match, also those on other pages, only a filter tells how they stand.
  const statuses = selection.isAllMatching
    ? [requestOf(filters).status]
    : [...selection.ids].map((id) => list.rows.find((row) => row.id === id)?.status);
  return (
    <Page
      title="Jobs"
      footer={
        <KeysetFooter list={list} order="Newest first · page of 50">
          <Keys keys="j k" /> move{' '}
          {maySelect && (
            <>
              <Keys keys="x" /> select{' '}
            </>
          )}
          <Keys keys="Enter" /> open
        </KeysetFooter>
      }
    >
      <div className={classes.head}>
        <div className={classes.top}>
          <QueryField filters={filters} onChange={set} />
          <ExportMenu rows={list.rows} filters={filters} />
          {can('jobs:enqueue') && (
            <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setIsEnqueuing(true)}>
              Enqueue
            </Button>
          )}
        </div>
        <FilterBar remark={<NewPill list={list} />}>
          {FILTER_NAMES.map((name) => {
            const value = filters[name];
            if (value === undefined) return null;
            return (
              <FilterChip
                key={name}
                name={name}
                value={chipValueOf(name, value, zone)}
                onRemove={() => set({ [name]: undefined })}
              />
            );
          })}
          <FilterMenu filters={filters} set={set} />
        </FilterBar>
        {selection.ids.size > 0 && (
          <SelectionBar
            count={selection.ids.size}
            isAllMatching={selection.isAllMatching}
            hasMore={list.older !== undefined || list.newer !== undefined}
            onSelectAll={selection.selectAllMatching}
            onClear={selection.clear}
            statuses={statuses}
            onAsk={ask}
          />
        )}
      </div>
      <ListStates
        query={list}
        failed="The jobs could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={count > 0 ? <EmptyByFilter what="jobs" onClear={clear} /> : <NoJobs />}
      >
        {(rows) => (
          <QueueStandings rows={rows}>
            <DataTable
              label="Jobs"
              rows={rows}
              columns={JOB_COLUMNS}
              idOf={idOfJob}
              onOpen={open}
              selection={maySelect ? selection : undefined}
              cursorId={cursor}
              isGone={list.isGone}
              compact={(job) => <JobCompact job={job} />}
            />
          </QueueStandings>
        )}
      </ListStates>
      <BulkDialog asked={asked} onClose={() => setAsked(undefined)} onDone={selection.clear} />
      {isEnqueuing && <EnqueueDialog queue={filters.queue} onClose={() => setIsEnqueuing(false)} />}
    </Page>
  );
}

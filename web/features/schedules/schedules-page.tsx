'use client';

import { Button, SegmentedControl } from '@mantine/core';
import type { ListedScheduleResponse } from '@rota/client';
import { IconPlus } from '@tabler/icons-react';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useMemo } from 'react';
import { useShortcuts } from '@/shell/keyboard/shortcuts';
import { DataTable } from '@/shell/list/data-table';
import { FilterBar } from '@/shell/list/filter-bar';
import { KeysetFooter, NewPill } from '@/shell/list/keyset-controls';
import { EmptyByFilter, ListStates, TrulyEmpty } from '@/shell/list/list-states';
import { useUrlFilters } from '@/shell/list/url-filters';
import { useOpenedBeside } from '@/shell/page/opened-beside';
import { Page } from '@/shell/page/page';
import { PrimaryAction } from '@/shell/page/primary-action';
import { useProject } from '@/shell/project/project-context';
import { COLUMNS, CompactSchedule, type ScheduleRow } from './schedule-columns';
import { NewSchedulePanel, SchedulePanel } from './schedule-panel';
import { healthOf, type ScheduleHealth, useScheduleList } from './use-schedules';

type Segment = 'all' | 'failing' | 'overlapping' | 'paused';
const FILTERS = ['show'] as const;

function rowsOf(schedules: readonly ListedScheduleResponse[]): ScheduleRow[] {
  return schedules.map((schedule) => {
    const runs = schedule.recentRuns ?? undefined;
    return { schedule, runs, health: healthOf(runs) };
  });
}

const IN_SEGMENT: Record<Segment, (schedule: ListedScheduleResponse, health: ScheduleHealth) => boolean> = {
  all: () => true,
  failing: (_, { failing }) => failing > 0,
  overlapping: (_, { overlapped }) => overlapped > 0,
  paused: ({ isPaused }) => isPaused,
};
const WORDS: Record<Segment, string> = { all: 'All', failing: 'Failing', overlapping: 'Too slow', paused: 'Paused' };

export function SchedulesPage(): ReactNode {
  const { opened, open, close } = useOpenedBeside('schedules');
  const copyOf = useSearchParams().get('like') ?? undefined;
  const { can } = useProject();
  const { filters, set, clear } = useUrlFilters(FILTERS);
  const segment: Segment = filters.show !== undefined && filters.show in WORDS ? (filters.show as Segment) : 'all';
  const list = useScheduleList();
  const rows = useMemo(() => rowsOf(list.rows), [list.rows]);
  const shown = rows.filter(({ schedule, health }) => IN_SEGMENT[segment](schedule, health));
  const isManager = can('schedules:manage');
  useShortcuts(isManager ? [{ keys: 'n', label: 'New schedule', group: 'Schedule', run: () => open('new', '') }] : []);
  const panel =
    opened === undefined ? undefined : opened === 'new' ? (
      isManager && <NewSchedulePanel key={copyOf} copyOf={copyOf} onClose={close} />
    ) : (
      <SchedulePanel key={opened} scheduleId={opened} onClose={close} />
    );
  // Of this page; with others the whole is not known.
  const countOf = (value: Segment): string => {
    const { length } = rows.filter(({ schedule, health }) => IN_SEGMENT[value](schedule, health));
    return `${length}${list.older === undefined && list.newer === undefined ? '' : '+'}`;
  };
  return (
    <Page
      title="Schedules"
      actions={
        isManager && (
          <PrimaryAction
            icon={<IconPlus size={14} stroke={2.2} aria-hidden />}
            label="New schedule"
            onClick={() => open('new', '')}
          />
        )
      }
      panel={panel}
      footer={<KeysetFooter list={list} order="Newest first" />}
    >
      <FilterBar
        remark={
          <>
            <NewPill list={list} />
            last 20 runs, newest right: ● completed, ◆ dead letter, ○ grey skipped, ○ blue under way
          </>
        }
      >
        <SegmentedControl
          aria-label="Which schedules"
          value={segment}
          onChange={(show) => set({ show: show === 'all' ? undefined : show })}
          data={(Object.keys(WORDS) as Segment[]).map((value) => ({
            value,
            label: list.data === undefined ? WORDS[value] : `${WORDS[value]} ${countOf(value)}`,
          }))}
        />
      </FilterBar>
      <ListStates
        query={list}
        failed="The schedules could not be read"
        isEmpty={() => shown.length === 0}
        rowHeight={47}
        empty={
          list.rows.length === 0 ? (
            <FirstSchedule onNew={isManager ? () => open('new') : undefined} />
          ) : (
            <EmptyByFilter what="schedules" onClear={clear} />
          )
        }
      >
        {() => (
          <DataTable
            label="Schedules"
            rows={shown}
            columns={COLUMNS}
            idOf={({ schedule }) => schedule.id}
            onOpen={({ schedule }) => open(schedule.id)}
            cursorId={opened}
            compact={(row) => <CompactSchedule row={row} />}
            isGone={({ schedule }) => list.isGone(schedule)}
            size="two-lines"
          />
        )}
      </ListStates>
    </Page>
  );
}

function FirstSchedule({ onNew }: { onNew: (() => void) | undefined }): ReactNode {
  const { projectId } = useProject();
  const command = `curl -X POST "$ROTA_URL/api/v1/projects/${projectId}/schedules" \\
  -H "Authorization: Bearer $ROTA_API_KEY" -H 'Content-Type: application/json' \\
  -d '{"name":"nightly","cron":"30 1 * * *","timeZone":"Europe/Berlin","queue":"default","handler":"sleep","payload":{"durationMs":100}}'`;
  return (
    <TrulyEmpty
      sentence="No schedule yet: a schedule makes a job at every slot of a cron, an interval or once."
      command={command}
    >
      {onNew !== undefined && <Button onClick={onNew}>New schedule</Button>}
    </TrulyEmpty>
  );
}

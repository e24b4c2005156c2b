'use client';

import { Button, Menu, Select } from '@mantine/core';
import { type AuditEntryResponse, type AuditListData, auditExport, auditList, dataOf } from '@rota/client';
import { IconDownload, IconKey, IconServer2, IconUserCircle } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { api } from '@/shell/api/client';
import { notifyProblem } from '@/shell/dialogs/notify';
import { type Column, DataTable } from '@/shell/list/data-table';
import { download } from '@/shell/list/export';
import { FilterBar, FilterChip } from '@/shell/list/filter-bar';
import { KeysetFooter, NewPill } from '@/shell/list/keyset-controls';
import { EmptyByFilter, ListStates, TrulyEmpty } from '@/shell/list/list-states';
import { useUrlFilters } from '@/shell/list/url-filters';
import { useKeysetList } from '@/shell/list/use-keyset-list';
import { Page } from '@/shell/page/page';
import { useProject } from '@/shell/project/project-context';
import { formatInstant, shortId } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import { serverNow } from '@/shell/time/server-clock';
import { useNow } from '@/shell/time/use-now';
import { useZone } from '@/shell/time/zone';
import { ACTION_KINDS, wordsOfAction } from './actions';
import { actorOf, nameOfActor } from './actor';
import { AuditDetail } from './audit-entry';
import classes from './audit-log.module.css';
import { summaryOf } from './diff';

const FILTERS = ['action', 'actor', 'target', 'since', 'until'] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], string>>;
type Query = Omit<NonNullable<AuditListData['query']>, 'limit' | 'cursor'>;
const idOf = ({ id }: AuditEntryResponse): string => id;
const ACTORS = { user: IconUserCircle, api_key: IconKey, system: IconServer2 } as const;
const SINCE = [
  { value: '1', label: 'last hour' },
  { value: '24', label: 'last 24 hours' },
  { value: '168', label: 'last 7 days' },
  { value: '720', label: 'last 30 days' },
];

const COLUMNS: readonly Column<AuditEntryResponse>[] = [
  {
    key: 'at',
    head: 'At',
    width: 140,
    cell: ({ createdAt }) => (
      <span className={classes.dim}>
        <Instant at={createdAt} />
      </span>
    ),
  },
  { key: 'actor', head: 'Who', width: 200, wideWidth: 260, cell: (entry) => <Actor entry={entry} /> },
  { key: 'action', head: 'Did', width: 210, cell: ({ action }) => <span title={action}>{wordsOfAction(action)}</span> },
  {
    key: 'target',
    head: 'To',
    width: 150,
    minWindow: 1100,
    cell: ({ targetId, targetKind }) =>
      targetId !== null && (
        <>
          <span className={classes.dim}>{targetKind.replaceAll('_', ' ')}</span>{' '}
          <code title={targetId}>…{targetId.slice(-6)}</code>
        </>
      ),
  },
  { key: 'what', head: 'What, and why', minWindow: 900, cell: (entry) => <What entry={entry} /> },
];

export function AuditLogPage(): ReactNode {
  const { projectId } = useProject();
  const { filters, set, clear, count } = useUrlFilters(FILTERS);
  const [opened, setOpened] = useState<string>();
  const list = useAuditList(filters);
  return (
    <Page title="Audit log" footer={<KeysetFooter list={list} order="Newest first" />}>
      <FilterBar
        remark={
          <>
            <NewPill list={list} />
            <ExportMenu projectId={projectId} query={filters} />
          </>
        }
      >
        <Select
          aria-label="Action"
          placeholder="Any action"
          data={ACTION_KINDS}
          value={filters.action ?? null}
          onChange={(action) => set({ action: action ?? undefined })}
          clearable
          searchable
          size="xs"
          w={190}
          className={classes.choice}
        />
        <Select
          aria-label="Since"
          placeholder="Any time"
          data={SINCE}
          value={null}
          onChange={(hours) =>
            set({
              since: hours === null ? undefined : new Date(serverNow() - Number(hours) * 3_600_000).toISOString(),
              until: undefined,
            })
          }
          size="xs"
          w={130}
          className={classes.choice}
        />
        <Chips filters={filters} set={set} rows={list.rows} />
      </FilterBar>
      <ListStates
        query={list}
        failed="The audit log could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={
          count > 0 ? (
            <EmptyByFilter what="entries" onClear={clear} />
          ) : (
            <TrulyEmpty sentence="Nothing was changed in this project yet." />
          )
        }
      >
        {(rows) => (
          <DataTable
            label="Audit log"
            rows={rows}
            columns={COLUMNS}
            idOf={idOf}
            onOpen={({ id }) => setOpened(id === opened ? undefined : id)}
            cursorId={opened}
            compact={(entry) => <CompactEntry entry={entry} />}
            detail={(entry) =>
              entry.id === opened && (
                <>
                  <AuditDetail entry={entry} />
                  <ActorFilter entry={entry} onChoose={(actor) => set({ actor })} />
                </>
              )
            }
          />
        )}
      </ListStates>
    </Page>
  );
}

function useAuditList(filters: Filters) {
  const { projectId } = useProject();
  const signature = JSON.stringify(filters);
  const read = useCallback(
    (query: { cursor: string | undefined; limit: number }) =>
      dataOf(auditList({ client: api, path: { projectId }, query: { ...(JSON.parse(signature) as Query), ...query } })),
    [projectId, signature],
  );
  return useKeysetList({ queryKey: [projectId, 'audit', 'list', filters], topic: 'audit', read, idOf });
}

const nameOf = (entry: AuditEntryResponse): string => nameOfActor(actorOf(entry), entry.actor.name);

function Actor({ entry }: { entry: AuditEntryResponse }): ReactNode {
  const { kind, name, id } = entry.actor;
  const Icon = ACTORS[kind];
  return (
    <span className={classes.actor} title={name ?? id ?? kind}>
      <Icon size={15} stroke={1.8} aria-label={kind === 'api_key' ? 'API key' : kind} />
      <span>{nameOf(entry)}</span>
    </span>
  );
}

function What({ entry: { before, after, reason } }: { entry: AuditEntryResponse }): ReactNode {
  const summary = summaryOf(before, after);
  return (
    <span title={[summary, reason].filter(Boolean).join(' · ')}>
      {reason !== null && <>“{reason}” </>}
      <span className={classes.dim}>{summary}</span>
    </span>
  );
}

function ActorFilter({ entry, onChoose }: { entry: AuditEntryResponse; onChoose: (actor: string) => void }): ReactNode {
  return (
    <Button className={classes.only} onClick={() => onChoose(actorOf(entry))}>
      Only what {nameOf(entry)} did
    </Button>
  );
}

interface ChipsProps {
  readonly filters: Filters;
  readonly set: (changes: Partial<Record<(typeof FILTERS)[number], string | undefined>>) => void;
  readonly rows: readonly AuditEntryResponse[];
}

function Chips({ filters, set, rows }: ChipsProps): ReactNode {
  const { zone } = useZone();
  const now = useNow();
  const { actor, target, since, until } = filters;
  const name = rows.find((entry) => actorOf(entry) === actor)?.actor.name;
  return (
    <>
      {actor !== undefined && (
        <FilterChip name="who" value={nameOfActor(actor, name)} onRemove={() => set({ actor: undefined })} />
      )}
      {target !== undefined && (
        <FilterChip name="to" value={shortId(target)} onRemove={() => set({ target: undefined })} />
      )}
      {since !== undefined && (
        <FilterChip
          name="since"
          value={formatInstant(Date.parse(since), zone, now)}
          onRemove={() => set({ since: undefined })}
        />
      )}
      {until !== undefined && (
        <FilterChip
          name="until"
          value={formatInstant(Date.parse(until), zone, now)}
          onRemove={() => set({ until: undefined })}
        />
      )}
    </>
  );
}

function CompactEntry({ entry }: { entry: AuditEntryResponse }): ReactNode {
  return (
    <div className={classes.compact}>
      <div>
        <Actor entry={entry} />
        <span className={classes.dim}>
          <Instant at={entry.createdAt} />
        </span>
      </div>
      <div>
        <span>{wordsOfAction(entry.action)}</span>
        {entry.targetId !== null && <code>…{entry.targetId.slice(-6)}</code>}
      </div>
      <div className={classes.dim}>
        <What entry={entry} />
      </div>
    </div>
  );
}

/** All that match, as the server writes them. */
function ExportMenu({ projectId, query }: { projectId: string; query: Query }): ReactNode {
  const save = async (format: 'csv' | 'ndjson'): Promise<void> => {
    try {
      const text: string = await dataOf(
        auditExport({ client: api, path: { projectId }, query: { ...query, format }, parseAs: 'text' }),
      );
      download(`audit-log.${format}`, format === 'csv' ? 'text/csv' : 'application/x-ndjson', text);
    } catch (error) {
      notifyProblem('The audit log was not exported', error);
    }
  };
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button leftSection={<IconDownload size={14} />}>Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('csv')}>All that match as CSV</Menu.Item>
        <Menu.Item onClick={() => void save('ndjson')}>All that match as JSON lines</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

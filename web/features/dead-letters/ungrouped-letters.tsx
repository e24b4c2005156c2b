'use client';

import { Button, Menu } from '@mantine/core';
import type { DeadLetterSummaryResponse } from '@rota/client';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useShortcuts } from '@/shell/keyboard/shortcuts';
import { type Column, DataTable } from '@/shell/list/data-table';
import { csvOf, download } from '@/shell/list/export';
import { KeysetFooter, NewPill } from '@/shell/list/keyset-controls';
import { EmptyByFilter, ListStates } from '@/shell/list/list-states';
import { useSelection } from '@/shell/list/use-selection';
import { useProject } from '@/shell/project/project-context';
import { StatusMark } from '@/shell/status/status';
import { formatCount, shortId } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import { HandlerName, QueueName } from '../jobs/job-cells';
import { BulkProgress } from './bulk-progress';
import classes from './dead-letters.module.css';
import { LettersFrame, type LettersViewProps } from './letters-frame';
import { errorNameOf, messageOf } from './letters';
import { type LetterFilter, useLetterList } from './use-letters';

const EXPORTED = [
  'id',
  'jobId',
  'queue',
  'handler',
  'reason',
  'state',
  'attempt',
  'replayCount',
  'createdAt',
  'error',
] as const;

const COLUMNS: readonly Column<DeadLetterSummaryResponse>[] = [
  { key: 'job', head: 'Job', width: 118, cell: ({ jobId }) => <code>{shortId(jobId)}</code> },
  {
    key: 'died',
    head: 'Died',
    width: 116,
    cell: ({ createdAt }) => (
      <span className={classes.dim}>
        <Instant at={createdAt} />
      </span>
    ),
  },
  { key: 'queue', head: 'Queue', width: 130, cell: ({ queue }) => <QueueName queue={queue} /> },
  {
    key: 'handler',
    head: 'Handler',
    width: 136,
    minWindow: 1100,
    cell: ({ handler }) => <HandlerName handler={handler} />,
  },
  { key: 'attempts', head: 'Attempts', width: 78, align: 'right', minWindow: 1300, cell: ({ attempt }) => attempt },
  {
    key: 'replays',
    head: 'Replayed',
    width: 80,
    align: 'right',
    minWindow: 1300,
    cell: ({ replayCount }) => (replayCount === 0 ? null : `${replayCount} ×`),
  },
  { key: 'state', head: 'State', width: 104, cell: (letter) => <LetterState letter={letter} /> },
  {
    key: 'error',
    head: 'Error',
    cell: (letter) => (
      <span title={messageOf(letter)}>
        <code className={classes.dim}>{errorNameOf(letter)}</code> {messageOf(letter)}
      </span>
    ),
  },
];

function LetterState({ letter: { state } }: { letter: DeadLetterSummaryResponse }): ReactNode {
  if (state === 'open') return <StatusMark status="dead_letter" word="Open" />;
  return state === 'replayed' ? (
    <StatusMark status="retrying" word="Replayed" />
  ) : (
    <StatusMark status="cancelled" word="Discarded" />
  );
}

/** Beside an open letter only what tells the rows apart. */
function columnsOf(filter: LetterFilter, hasPanel: boolean): readonly Column<DeadLetterSummaryResponse>[] {
  const hidden = new Set([
    ...(filter.state === undefined ? ['state'] : []),
    ...(hasPanel ? ['handler', 'attempts', 'replays'] : []),
  ]);
  return COLUMNS.filter(({ key }) => !hidden.has(key));
}

/** Letter by letter, with a selection. */
export function UngroupedLetters({
  bar,
  panel,
  filter,
  open,
  opened,
  onOrder,
  onClear,
}: LettersViewProps & { readonly filter: LetterFilter }): ReactNode {
  const { can } = useProject();
  const list = useLetterList(filter);
  const [cursor, setCursor] = useState<string>();
  const pageIds = list.rows.map(({ id }) => id);
  const isActing = can('dead-letters:manage') && (filter.state === undefined || filter.state === 'open');
  const selection = useSelection(pageIds, cursor, JSON.stringify(filter), isActing);
  const move = (by: number): void =>
    setCursor(pageIds[Math.max(0, Math.min(pageIds.length - 1, pageIds.indexOf(cursor ?? '') + by))]);
  const order = (verb: 'replay' | 'discard'): void =>
    onOrder({
      verb,
      target: selection.isAllMatching ? { filter } : { ids: [...selection.ids] },
      title: selection.isAllMatching ? 'all that match' : `${formatCount(selection.ids.size)} selected`,
      queue: undefined,
    });
  useShortcuts([
    { keys: 'j', label: 'Next row', group: 'List', run: () => move(1) },
    { keys: 'k', label: 'Row before', group: 'List', run: () => move(-1) },
    ...(isActing && selection.ids.size > 0
      ? [{ keys: 'e', label: 'Replay the selected', group: 'List', run: () => order('replay') }]
      : []),
  ]);
  return (
    <LettersFrame panel={panel} footer={<KeysetFooter list={list} order="Newest first" />}>
      {bar(
        <>
          <NewPill list={list} />
          <ExportMenu rows={list.rows} />
        </>,
      )}
      {selection.ids.size > 0 && (
        <div className={classes.selection} role="status">
          <strong>{selection.isAllMatching ? 'All that match' : `${formatCount(selection.ids.size)} selected`}</strong>
          {!selection.isAllMatching && list.older !== undefined && (
            <button type="button" className={classes.linkButton} onClick={selection.selectAllMatching}>
              Select all matching
            </button>
          )}
          <span className={classes.grow} />
          <Button variant="filled" onClick={() => order('replay')}>
            Replay…
          </Button>
          <Button onClick={() => order('discard')}>Discard…</Button>
          <Button variant="subtle" color="gray" onClick={selection.clear}>
            Clear
          </Button>
        </div>
      )}
      <ListStates
        query={list}
        failed="The dead letters could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyByFilter what="dead letters" onClear={onClear} />}
      >
        {(rows) => (
          <DataTable
            label="Dead letters"
            rows={rows}
            columns={columnsOf(filter, opened !== undefined)}
            idOf={({ id }) => id}
            onOpen={({ id }) => open(id)}
            {...(isActing ? { selection } : {})}
            cursorId={opened ?? cursor}
            isGone={list.isGone}
            compact={(letter) => <CompactLetter letter={letter} />}
          />
        )}
      </ListStates>
      <BulkProgress />
    </LettersFrame>
  );
}

function CompactLetter({ letter }: { letter: DeadLetterSummaryResponse }): ReactNode {
  return (
    <div className={classes.compact}>
      <div>
        <LetterState letter={letter} />
        <code>{shortId(letter.jobId)}</code>
      </div>
      <div>
        <span>
          {letter.queue} <code>{letter.handler}</code>
        </span>
        <span className={classes.dim}>
          <Instant at={letter.createdAt} as="ago" />
        </span>
      </div>
      <div>
        <span className={classes.dim}>{messageOf(letter)}</span>
      </div>
    </div>
  );
}

function ExportMenu({ rows }: { rows: readonly DeadLetterSummaryResponse[] }): ReactNode {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button leftSection={<IconDownload size={14} />} disabled={rows.length === 0}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download('dead-letters.csv', 'text/csv', csvOf(EXPORTED, rows))}>
          This page as CSV
        </Menu.Item>
        <Menu.Item onClick={() => download('dead-letters.json', 'application/json', JSON.stringify(rows, null, 2))}>
          This page as JSON
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

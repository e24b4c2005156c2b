'use client';

import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type Column, DataTable } from '@/shell/list/data-table';
import { EmptyByFilter, ListStates, TrulyEmpty } from '@/shell/list/list-states';
import { useProject } from '@/shell/project/project-context';
import { formatCount } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import { HandlerName, QueueName } from '../jobs/job-cells';
import { BulkProgress } from './bulk-progress';
import classes from './dead-letters.module.css';
import { LettersFrame, type LettersViewProps } from './letters-frame';
import { GroupNewest } from './group-newest';
import { Hours } from './hours';
import { type Grouping, type LetterGroup, regroup } from './letters';
import { type LetterFilter, useLetterGroups } from './use-letters';

interface GroupedProps extends LettersViewProps {
  readonly grouping: Grouping;
  readonly filter: Pick<LetterFilter, 'queue' | 'handler'>;
  readonly onOpenGroup: (filter: LetterFilter) => void;
}

const HEADS: Record<Grouping, string> = { error: 'Error', queue: 'Queue', handler: 'Handler' };

/** What died together: one cause, one press. */
export function GroupedLetters(props: GroupedProps): ReactNode {
  const { bar, panel, grouping, filter, onOrder, onOpenGroup, open, onClear } = props;
  const { can } = useProject();
  const groups = useLetterGroups(filter, true);
  const rows = useMemo(() => regroup(groups.data?.groups ?? [], grouping), [groups.data, grouping]);
  const [opened, setOpened] = useState<string>();
  const isManager = can('dead-letters:manage');
  const columns = useMemo(
    () =>
      columnsOf({ grouping, opened, isManager, onOrder, most: Math.max(0, ...rows.flatMap(({ lastDay }) => lastDay)) }),
    [grouping, opened, isManager, onOrder, rows],
  );
  // Beside an open letter only what tells the groups apart.
  const shown =
    props.opened === undefined
      ? columns
      : columns.filter(({ key }) => !['handler', 'day', 'first', 'actions'].includes(key));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const isFiltered = Object.keys(filter).length > 0;
  const remark =
    groups.data === undefined
      ? null
      : `${formatCount(total)}${groups.data.isCapped ? '+' : ''} open in ${formatCount(rows.length)} ${rows.length === 1 ? 'group' : 'groups'}`;
  return (
    <LettersFrame
      panel={panel}
      footer={
        <span>
          {groups.data?.isCapped === true
            ? `Counts come from the newest ${formatCount(groups.data.examined)} open letters; an action finds all of them`
            : 'Messages that differ only in numbers, ids and quoted words are one error'}
        </span>
      }
    >
      {bar(remark)}
      <ListStates
        query={groups}
        failed="The dead letters could not be read"
        isEmpty={() => rows.length === 0}
        rowHeight={47}
        empty={
          isFiltered ? (
            <EmptyByFilter what="dead letters" onClear={onClear} />
          ) : (
            <TrulyEmpty sentence="No dead letters: nothing has used up its attempts." />
          )
        }
      >
        {() => (
          <DataTable
            label="Dead letters in groups"
            rows={rows}
            columns={shown}
            idOf={({ key }) => key}
            onOpen={({ key }) => setOpened(key === opened ? undefined : key)}
            compact={(group) => (
              <CompactGroup
                group={group}
                actions={isManager ? <GroupActions group={group} onOrder={onOrder} /> : null}
              />
            )}
            detail={(group) =>
              group.key === opened && <GroupNewest group={group} open={open} onOpenGroup={onOpenGroup} />
            }
            size="two-lines"
          />
        )}
      </ListStates>
      <BulkProgress />
    </LettersFrame>
  );
}

interface ColumnsOptions {
  readonly grouping: Grouping;
  readonly opened: string | undefined;
  readonly isManager: boolean;
  readonly onOrder: LettersViewProps['onOrder'];
  /** Most letters of a group in one hour. */
  readonly most: number;
}

function columnsOf(options: ColumnsOptions): readonly Column<LetterGroup>[] {
  const { grouping, opened, isManager, onOrder, most } = options;
  const columns: Column<LetterGroup>[] = [
    {
      key: 'title',
      head: HEADS[grouping],
      wideWidth: 560,
      cell: (group) => (
        <span className={classes.title} data-opened={group.key === opened || undefined}>
          {group.key === opened ? (
            <IconChevronDown size={15} aria-hidden />
          ) : (
            <IconChevronRight size={15} aria-hidden />
          )}
          <span>
            <strong title={group.title}>{group.title}</strong>
            <code>{group.errorName}</code>
          </span>
        </span>
      ),
    },
    {
      key: 'queue',
      head: 'Queue',
      width: 130,
      minWindow: 900,
      cell: ({ queue }) => queue !== undefined && <QueueName queue={queue} />,
    },
    {
      key: 'handler',
      head: 'Handler',
      width: 130,
      minWindow: 900,
      cell: ({ handler }) => handler !== undefined && <HandlerName handler={handler} />,
    },
    {
      key: 'day',
      head: 'Last 24 h',
      width: 122,
      minWindow: 1300,
      cell: ({ lastDay }) => <Hours counts={lastDay} most={most} />,
    },
    {
      key: 'first',
      head: 'First seen',
      width: 116,
      minWindow: 1300,
      cell: ({ firstSeenAt }) => (
        <Dim>
          <Instant at={firstSeenAt} />
        </Dim>
      ),
    },
    {
      key: 'last',
      head: 'Last',
      width: 130,
      cell: ({ lastSeenAt }) => (
        <Dim>
          <Instant at={lastSeenAt} as="ago" />
        </Dim>
      ),
    },
    {
      key: 'count',
      head: 'Letters',
      width: 96,
      align: 'right',
      cell: ({ count }) => <strong>{formatCount(count)}</strong>,
    },
  ];
  const actions: Column<LetterGroup> = {
    key: 'actions',
    head: <span className={classes.hidden}>Actions</span>,
    width: 218,
    align: 'right',
    cell: (group) => <GroupActions group={group} onOrder={onOrder} />,
  };
  const named = columns.filter(({ key }) => key !== grouping);
  return isManager ? [...named, actions] : named;
}

function Dim({ children }: { children: ReactNode }): ReactNode {
  return <span className={classes.dim}>{children}</span>;
}

function GroupActions({ group, onOrder }: { group: LetterGroup; onOrder: LettersViewProps['onOrder'] }): ReactNode {
  const queue = group.filter.queue === undefined && group.filter.group === undefined ? undefined : group.queue;
  const order = (verb: 'replay' | 'discard'): void =>
    onOrder({ verb, target: { filter: group.filter }, title: group.title, queue });
  return (
    <span className={classes.actions}>
      <Button onClick={() => order('replay')}>Replay…</Button>
      <Button variant="subtle" color="gray" onClick={() => order('discard')}>
        Discard…
      </Button>
    </span>
  );
}

function CompactGroup({ group, actions }: { group: LetterGroup; actions: ReactNode }): ReactNode {
  return (
    <div className={classes.compact}>
      <div>
        <strong>{group.title}</strong>
        <strong>{formatCount(group.count)}</strong>
      </div>
      <div>
        <span>
          {group.queue} <code>{group.handler}</code>
        </span>
        <Dim>
          <Instant at={group.lastSeenAt} as="ago" />
        </Dim>
      </div>
      <div>
        <code className={classes.dim}>{group.errorName}</code>
        {actions}
      </div>
    </div>
  );
}

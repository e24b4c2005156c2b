'use client';

import { Button } from '@mantine/core';
import { IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useShortcuts } from '../keyboard/shortcuts';
import { Instant } from '../time/instant';
import type { KeysetList } from './use-keyset-list';
import classes from './keyset-controls.module.css';

/** "12 new", in the filter line, where it covers no data. */
export function NewPill<Row>({ list }: { list: KeysetList<Row> }): ReactNode {
  const showNew = (): void => {
    if (list.newCount > 0) list.showNew();
  };
  useShortcuts([{ keys: '.', label: 'Show new rows', group: 'List', run: showNew }]);
  if (list.newCount === 0) return null;
  return (
    <button type="button" className={classes.pill} onClick={list.showNew}>
      <IconArrowUp size={14} stroke={2} aria-hidden />
      {list.newCount}
      {list.hasMoreNew ? '+' : ''} new
    </button>
  );
}

/** Newer and Older, never page numbers; and how old what is shown is. */
export function KeysetFooter<Row>({
  list,
  order,
  children,
}: {
  list: KeysetList<Row>;
  order: string;
  children?: ReactNode;
}): ReactNode {
  return (
    <>
      <span className={classes.provenance}>
        {order}
        {list.updatedAt > 0 && (
          <span className={classes.asked}>
            {' · asked '}
            <Instant at={new Date(list.updatedAt).toISOString()} as="ago" />
          </span>
        )}
      </span>
      <span className={classes.middle}>{children}</span>
      <Button leftSection={<IconChevronLeft size={14} />} disabled={list.newer === undefined} onClick={list.newer}>
        Newer
      </Button>
      <Button rightSection={<IconChevronRight size={14} />} disabled={list.older === undefined} onClick={list.older}>
        Older
      </Button>
    </>
  );
}

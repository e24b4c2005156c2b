'use client';

import { useState } from 'react';
import { useShortcuts } from '../keyboard/shortcuts';

interface ListCursorOptions<Row> {
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
}

/** J and K move through the rows, ↵ opens. @returns the id where the keyboard stands */
export function useListCursor<Row>({ rows, idOf, onOpen }: ListCursorOptions<Row>): string | undefined {
  const [id, setId] = useState<string>();
  const index = rows.findIndex((row) => idOf(row) === id);
  const move = (step: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index + step))];
    if (row === undefined) return;
    setId(idOf(row));
    document.querySelector(`tr[data-id="${CSS.escape(idOf(row))}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const row = rows[index];
  useShortcuts([
    { keys: 'j', label: 'Next row', group: 'List', run: () => move(1) },
    { keys: 'k', label: 'Row before', group: 'List', run: () => move(-1) },
    ...(onOpen === undefined || row === undefined
      ? []
      : [{ keys: 'Enter', label: 'Open', group: 'List', run: () => onOpen(row) }]),
  ]);
  return index === -1 ? undefined : id;
}

'use client';

import { useCallback, useRef, useState } from 'react';
import { useShortcuts } from '../keyboard/shortcuts';

interface SelectionState {
  /** The filter that the selection belongs to: another one starts anew. */
  readonly scope: string;
  readonly ids: ReadonlySet<string>;
  readonly isAllMatching: boolean;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Rows that are marked, one by one, as a range, the page, or all that match the filter, also those not on the page; by who may do something with them. */
export function useSelection(
  pageIds: readonly string[],
  cursorId: string | undefined,
  scope: string,
  isAllowed: boolean,
) {
  const [state, setState] = useState<SelectionState>({ scope, ids: NOTHING, isAllMatching: false });
  const last = useRef<string>(undefined);
  const ids = state.scope === scope ? state.ids : NOTHING;
  const isAllMatching = state.scope === scope && state.isAllMatching;
  const select = (next: ReadonlySet<string>): void => setState({ scope, ids: next, isAllMatching: false });

  const toggle = (id: string, withRange: boolean): void => {
    const next = new Set(ids);
    const from = last.current === undefined ? -1 : pageIds.indexOf(last.current);
    const to = pageIds.indexOf(id);
    if (withRange && from !== -1) {
      for (const between of pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between);
    } else if (!next.delete(id)) {
      next.add(id);
    }
    last.current = id;
    select(next);
  };
  const toggleAtCursor = (withRange: boolean): void => {
    if (cursorId !== undefined) toggle(cursorId, withRange);
  };
  const togglePage = (): void => {
    const isWhole = pageIds.every((id) => ids.has(id));
    select(isWhole ? NOTHING : new Set([...ids, ...pageIds]));
  };
  const clear = useCallback(() => setState({ scope, ids: NOTHING, isAllMatching: false }), [scope]);
  const selectAllMatching = useCallback(
    () => setState({ scope, ids: new Set(pageIds), isAllMatching: true }),
    [scope, pageIds],
  );
  useShortcuts([
    ...(isAllowed
      ? [
          { keys: 'x', label: 'Select', group: 'List', run: () => toggleAtCursor(false) },
          { keys: 'shift+x', label: 'Select up to here', group: 'List', run: () => toggleAtCursor(true) },
          { keys: 'a', label: 'Select all matching', group: 'List', run: selectAllMatching },
        ]
      : []),
    ...(ids.size > 0 ? [{ keys: 'Escape', label: 'Clear the selection', group: 'List', run: clear }] : []),
  ]);
  return { ids, isAllMatching, toggle, togglePage, clear, selectAllMatching };
}

'use client';

import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FilterBar, FilterChip } from '@/shell/list/filter-bar';
import { useUrlFilters } from '@/shell/list/url-filters';
import { useOpenedBeside } from '@/shell/page/opened-beside';
import { formatInstant } from '@/shell/time/format';
import { useNow } from '@/shell/time/use-now';
import { useZone } from '@/shell/time/zone';
import { BulkDialog, type BulkOrder } from './bulk-dialog';
import { GroupedLetters } from './grouped-letters';
import { LetterPanel } from './letter-panel';
import type { Grouping } from './letters';
import { UngroupedLetters } from './ungrouped-letters';
import { LetterFilterMenu } from './letter-filter-menu';
import type { LetterFilter } from './use-letters';

const FILTERS = ['by', 'state', 'queue', 'handler', 'errorName', 'group', 'reason', 'since', 'until'] as const;
type FilterName = (typeof FILTERS)[number];
const VIEWS = [
  { value: 'error', label: 'By error' },
  { value: 'queue', label: 'By queue' },
  { value: 'handler', label: 'By handler' },
  { value: 'none', label: 'Ungrouped' },
];
/** What only a list of letters can be filtered by. */
const UNGROUPED: readonly FilterName[] = ['state', 'errorName', 'group', 'reason', 'since', 'until'];
const CHIP_NAMES: Partial<Record<FilterName, string>> = {
  state: 'state',
  queue: 'queue',
  handler: 'handler',
  errorName: 'error',
  group: 'group',
  reason: 'reason',
  since: 'died after',
  until: 'died before',
};

export function DeadLettersPage(): ReactNode {
  const { opened, open, close } = useOpenedBeside('dead-letters');
  const { filters, set, clear } = useUrlFilters(FILTERS);
  const [order, setOrder] = useState<BulkOrder>();
  const { by, ...filter } = filters;
  const isUngrouped = by === 'none' || UNGROUPED.some((name) => filters[name] !== undefined);
  const view = isUngrouped ? 'none' : (by ?? 'error');
  const chooseView = (next: string): void =>
    set({
      by: next === 'error' ? undefined : next,
      ...(next === 'none' ? {} : Object.fromEntries(UNGROUPED.map((name) => [name, undefined]))),
    });
  const bar = (remark: ReactNode): ReactNode => (
    <FilterBar remark={remark}>
      <SegmentedControl aria-label="Grouping" data={VIEWS} value={view} onChange={chooseView} />
      {FILTERS.map((name) => {
        const value = filters[name];
        const title = CHIP_NAMES[name];
        if (value === undefined || title === undefined) return null;
        return (
          <FilterChip
            key={name}
            name={title}
            value={<ChipValue name={name} value={value} />}
            onRemove={() => set({ [name]: undefined })}
          />
        );
      })}
      <LetterFilterMenu set={set} />
    </FilterBar>
  );
  const panel = opened === undefined ? undefined : <LetterPanel key={opened} letterId={opened} onClose={close} />;
  const shared = { bar, panel, open, opened, onOrder: setOrder, onClear: clear };
  return (
    <>
      {isUngrouped ? (
        <UngroupedLetters {...shared} filter={filter as LetterFilter} />
      ) : (
        <GroupedLetters
          {...shared}
          grouping={view as Grouping}
          filter={{
            ...(filter.queue === undefined ? {} : { queue: filter.queue }),
            ...(filter.handler === undefined ? {} : { handler: filter.handler }),
          }}
          onOpenGroup={(group) => set({ ...group, by: 'none' })}
        />
      )}
      <BulkDialog order={order} onClose={() => setOrder(undefined)} />
    </>
  );
}

function ChipValue({ name, value }: { name: FilterName; value: string }): ReactNode {
  const { zone } = useZone();
  const now = useNow();
  if (name === 'since' || name === 'until') return formatInstant(Date.parse(value), zone, now);
  if (name === 'group') return 'one error';
  return value.replaceAll('_', ' ');
}

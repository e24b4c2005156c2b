'use client';

import { Autocomplete, Button, Kbd, Popover, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useHandlers } from '@/shell/api/use-handlers';
import { useQueues } from '@/shell/api/use-queues';
import { useShortcuts } from '@/shell/keyboard/shortcuts';
import { type JobFilters, STATUSES } from './job-filter';
import classes from './jobs.module.css';

interface FilterMenuProps {
  readonly filters: JobFilters;
  readonly set: (filters: JobFilters) => void;
}

const AGES = [
  { value: '15m', label: 'last 15 min' },
  { value: '1h', label: 'last hour' },
  { value: '24h', label: 'last 24 h' },
  { value: '7d', label: 'last 7 days' },
];

/** Every filter that the interface has, as fields; the same ones that the chips and the text show. */
export function FilterMenu({ filters, set }: FilterMenuProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  useShortcuts([{ keys: 'f', label: 'Add a filter', group: 'List', run: () => setIsOpen(true) }]);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" shadow="md" trapFocus width={300}>
      <Popover.Target>
        <button type="button" className={classes.addFilter} onClick={() => setIsOpen(!isOpen)}>
          <IconPlus size={13} stroke={1.8} aria-hidden /> Filter <Kbd>F</Kbd>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && <FilterFields filters={filters} set={set} close={() => setIsOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterFields({ filters, set, close }: FilterMenuProps & { close: () => void }): ReactNode {
  const queues = useQueues();
  const handlers = useHandlers();
  const [draft, setDraft] = useState<JobFilters>(filters);
  const change = (changes: JobFilters): void => setDraft({ ...draft, ...changes });
  return (
    <form
      className={classes.fields}
      onSubmit={(event) => {
        event.preventDefault();
        set(draft);
        close();
      }}
    >
      <Select
        label="Status"
        data={[...STATUSES]}
        value={draft.status ?? null}
        onChange={(value) => change({ status: value ?? undefined })}
        comboboxProps={{ withinPortal: false }}
        clearable
        size="xs"
        data-autofocus
      />
      <Autocomplete
        label="Queue"
        data={queues.data?.map(({ name }) => name) ?? []}
        value={draft.queue ?? ''}
        onChange={(queue) => change({ queue: queue === '' ? undefined : queue })}
        comboboxProps={{ withinPortal: false }}
        size="xs"
      />
      <Autocomplete
        label="Handler"
        data={handlers.data?.map(({ name }) => name) ?? []}
        value={draft.handler ?? ''}
        onChange={(handler) => change({ handler: handler === '' ? undefined : handler })}
        comboboxProps={{ withinPortal: false }}
        size="xs"
      />
      <TextInput
        label="Label"
        placeholder="customer:4711"
        value={draft.label ?? ''}
        onChange={(event) =>
          change({ label: event.currentTarget.value === '' ? undefined : event.currentTarget.value })
        }
      />
      <Select
        label="Created"
        data={AGES}
        value={AGES.some(({ value }) => value === draft.since) ? (draft.since ?? null) : null}
        onChange={(value) => change({ since: value ?? undefined, until: undefined })}
        comboboxProps={{ withinPortal: false }}
        clearable
        size="xs"
      />
      <Button type="submit" variant="filled">
        Show
      </Button>
    </form>
  );
}

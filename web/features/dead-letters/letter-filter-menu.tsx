'use client';

import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHandlers } from '@/shell/api/use-handlers';
import { useQueues } from '@/shell/api/use-queues';
import { serverNow } from '@/shell/time/server-clock';
import classes from './dead-letters.module.css';

type Name = 'queue' | 'handler' | 'reason' | 'state' | 'since';

const REASONS = [
  ['attempts_exhausted', 'All attempts used'],
  ['not_retryable', 'Not retryable'],
  ['worker_lost', 'Worker lost'],
] as const;
const SINCE = [
  ['1', 'the last hour'],
  ['24', 'the last 24 hours'],
  ['168', 'the last 7 days'],
  ['720', 'the last 30 days'],
] as const;

/** Adds one filter: every choice is a click away. */
export function LetterFilterMenu({ set }: { set: (changes: Partial<Record<Name, string>>) => void }): ReactNode {
  const queues = useQueues();
  const handlers = useHandlers();
  const sub = (title: string, items: readonly (readonly [string, string])[], name: Name): ReactNode => (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{title}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown className={classes.menu}>
        {items.map(([value, label]) => (
          <Menu.Item key={value} onClick={() => set({ [name]: name === 'since' ? hoursAgo(Number(value)) : value })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <button type="button" className={classes.addFilter}>
          <IconPlus size={14} stroke={1.9} aria-hidden /> Filter
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {sub('Queue', queues.data?.map(({ name }) => [name, name] as const) ?? [], 'queue')}
        {sub('Handler', handlers.data?.map(({ name }) => [name, name] as const) ?? [], 'handler')}
        {sub('Reason', REASONS, 'reason')}
        {sub('Died in', SINCE, 'since')}
        {sub(
          'State',
          [
            ['replayed', 'Replayed'],
            ['discarded', 'Discarded'],
          ],
          'state',
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const hoursAgo = (hours: number): string => new Date(serverNow() - hours * 3_600_000).toISOString();

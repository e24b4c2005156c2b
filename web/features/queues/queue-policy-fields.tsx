'use client';

import { NumberInput, Select, Switch, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDuration } from '@/shell/time/format';
import { NEW_QUEUE, type QueueForm } from './queue-policy';
import classes from './queues.module.css';

interface QueuePolicyFieldsProps {
  readonly form: QueueForm;
  readonly onChange: (changes: Partial<QueueForm>) => void;
  /** By JSON pointer, from the interface. */
  readonly faults: ReadonlyMap<string, string>;
  readonly isLocked: boolean;
}

/** Pointers of the fields: each shows what is wrong with it. */
export const POLICY_FIELDS = Object.keys(NEW_QUEUE).map((name) => `/${name}`);

const STRATEGIES = [
  { value: 'fixed', label: 'Fixed' },
  { value: 'linear', label: 'Linear' },
  { value: 'exponential', label: 'Exponential' },
];

export function QueuePolicyFields({ form, onChange, faults, isLocked }: QueuePolicyFieldsProps): ReactNode {
  const field = (name: keyof QueueForm) => ({
    value: form[name] as number | string,
    onChange: (value: number | string) => onChange({ [name]: value }),
    error: faults.get(`/${name}`),
    disabled: isLocked,
    thousandSeparator: ',',
    allowDecimal: false,
    allowNegative: false,
    size: 'xs',
  });
  const inWords = (value: number | string, unitMs: number): string | undefined =>
    value === '' ? undefined : formatDuration(Number(value) * unitMs);
  return (
    <div className={classes.settings}>
      <Textarea
        label="Description"
        className={classes.whole}
        value={form.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        error={faults.get('/description')}
        disabled={isLocked}
        autosize
        minRows={1}
        maxRows={4}
        size="xs"
      />
      <NumberInput label="Jobs at once" description="over all workers; empty: no limit" {...field('maxConcurrency')} />
      <NumberInput label="Timeout, ms" description={inWords(form.timeoutMs, 1)} {...field('timeoutMs')} />
      <NumberInput label="Attempts" description="before it is a dead letter" {...field('maxAttempts')} />
      <NumberInput label="Lost leases" description="in a row, then a dead letter" {...field('maxLeaseLosses')} />
      <Select
        label="Backoff"
        data={STRATEGIES}
        error={faults.get('/retryStrategy')}
        value={form.retryStrategy}
        onChange={(value) => value !== null && onChange({ retryStrategy: value as QueueForm['retryStrategy'] })}
        disabled={isLocked}
        allowDeselect={false}
        size="xs"
      />
      <Switch
        label="Jitter"
        error={faults.get('/retryJitter')}
        description="a random part of the delay, so that failures do not come back together"
        checked={form.retryJitter}
        onChange={(event) => onChange({ retryJitter: event.currentTarget.checked })}
        disabled={isLocked}
        size="xs"
      />
      <NumberInput label="First delay, ms" description={inWords(form.retryBaseMs, 1)} {...field('retryBaseMs')} />
      <NumberInput label="Longest delay, ms" description={inWords(form.retryCapMs, 1)} {...field('retryCapMs')} />
      <NumberInput
        label="Keep ended jobs, s"
        description={inWords(form.retentionSeconds, 1_000)}
        {...field('retentionSeconds')}
      />
      <NumberInput
        label="Keep dead letters, s"
        description={inWords(form.deadLetterRetentionSeconds, 1_000)}
        {...field('deadLetterRetentionSeconds')}
      />
    </div>
  );
}

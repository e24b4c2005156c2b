'use client';

import { Collapse, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { faultsOfPayload } from '@/features/enqueue/payload';
import { useHandlers } from '@/shell/api/use-handlers';
import { useQueues } from '@/shell/api/use-queues';
import { JsonField } from '@/shell/json/json-field';
import { zoneCity } from '@/shell/time/format';
import { viewerZone } from '@/shell/time/zone';
import type { ScheduleForm, Unit } from './schedule-form';
import classes from './schedules.module.css';

interface FieldsProps {
  readonly form: ScheduleForm;
  readonly set: (changes: Partial<ScheduleForm>) => void;
  /** By JSON pointer of the request. */
  readonly faults: ReadonlyMap<string, string>;
  readonly isLocked: boolean;
}

const KINDS = [
  { value: 'cron', label: 'Cron' },
  { value: 'interval', label: 'Interval' },
  { value: 'once', label: 'Once' },
];
const UNITS = [
  { value: 's', label: 'seconds' },
  { value: 'm', label: 'minutes' },
  { value: 'h', label: 'hours' },
  { value: 'd', label: 'days' },
];
const MISSED = [
  { value: 'skip', label: 'Run the latest once' },
  { value: 'all', label: 'Run each of them' },
  { value: 'none', label: 'Run none' },
];
const OVERLAP = [
  { value: 'allow', label: 'Run beside it' },
  { value: 'skip', label: 'Skip, and record it' },
];

function zoneNames(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
}

const localZone = (): string => zoneCity(viewerZone());

/** When it runs: what the preview follows. */
export function TimingFields({ form, set, faults, isLocked }: FieldsProps): ReactNode {
  const zones = useMemo(() => zoneNames(), []);
  return (
    <div className={classes.fields}>
      <SegmentedControl
        aria-label="Kind"
        data={KINDS}
        value={form.kind}
        onChange={(kind) => set({ kind: kind as ScheduleForm['kind'] })}
        disabled={isLocked}
        className={classes.wide}
      />
      {form.kind === 'cron' && (
        <>
          <TextInput
            label="Cron"
            value={form.cron}
            onChange={(event) => set({ cron: event.currentTarget.value })}
            error={faults.get('/cron')}
            readOnly={isLocked}
            spellCheck={false}
            classNames={{ input: classes.mono }}
          />
          <Select
            label="Zone"
            data={zones.includes(form.timeZone) ? zones : [form.timeZone, ...zones]}
            value={form.timeZone}
            onChange={(zone) => set({ timeZone: zone ?? 'UTC' })}
            error={faults.get('/timeZone')}
            searchable
            limit={60}
            allowDeselect={false}
            size="xs"
            readOnly={isLocked}
          />
        </>
      )}
      {form.kind === 'interval' && (
        <>
          <NumberInput
            label="Every"
            value={form.every}
            onChange={(every) => set({ every: String(every) })}
            error={faults.get('/intervalMs')}
            min={0}
            size="xs"
            readOnly={isLocked}
          />
          <Select
            label="Unit"
            data={UNITS}
            value={form.unit}
            onChange={(unit) => set({ unit: (unit ?? 'm') as Unit })}
            allowDeselect={false}
            size="xs"
            readOnly={isLocked}
          />
        </>
      )}
      {form.kind === 'once' && (
        <TextInput
          className={classes.wide}
          type="datetime-local"
          label={`At, your zone (${localZone()})`}
          value={form.onceAt}
          onChange={(event) => set({ onceAt: event.currentTarget.value })}
          error={faults.get('/onceAt')}
          readOnly={isLocked}
        />
      )}
    </div>
  );
}

/** What becomes of slots that cannot run as planned. */
export function PolicyFields({ form, set, faults, isLocked }: FieldsProps): ReactNode {
  return (
    <div className={classes.fields}>
      <Select
        label="Missed slots"
        data={MISSED}
        value={form.missedPolicy}
        onChange={(policy) => set({ missedPolicy: (policy ?? 'skip') as ScheduleForm['missedPolicy'] })}
        allowDeselect={false}
        size="xs"
        readOnly={isLocked}
      />
      <Select
        label="If still running"
        data={OVERLAP}
        value={form.overlapPolicy}
        onChange={(policy) => set({ overlapPolicy: (policy ?? 'allow') as ScheduleForm['overlapPolicy'] })}
        allowDeselect={false}
        size="xs"
        readOnly={isLocked}
      />
      {form.missedPolicy === 'all' && (
        <NumberInput
          label="At most, after an outage"
          value={form.missedCap}
          onChange={(cap) => set({ missedCap: String(cap) })}
          error={faults.get('/missedCap')}
          suffix=" runs"
          size="xs"
          readOnly={isLocked}
        />
      )}
    </div>
  );
}

/** What it runs. */
export function JobFields({ form, set, faults, isLocked }: FieldsProps): ReactNode {
  const queues = useQueues();
  const handlers = useHandlers();
  const queueNames = queues.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const chosen = handlers.data?.find(({ name }) => name === form.handler);
  const choose = (handler: string | null): void => {
    const example = handlers.data?.find(({ name }) => name === handler)?.example;
    const isUntouched = form.payload.trim() === '{}' || form.payload === printed(chosen?.example);
    set({ handler: handler ?? '', ...(isUntouched ? { payload: printed(example) } : {}) });
  };
  return (
    <div className={classes.fields}>
      <Select
        label="Queue"
        data={
          queueNames.some(({ value }) => value === form.queue) || form.queue === ''
            ? queueNames
            : [...queueNames, form.queue]
        }
        value={form.queue === '' ? null : form.queue}
        onChange={(queue) => set({ queue: queue ?? '' })}
        error={faults.get('/queue')}
        searchable
        size="xs"
        readOnly={isLocked}
      />
      <Select
        label="Handler"
        data={handlers.data?.map(({ name }) => name) ?? (form.handler === '' ? [] : [form.handler])}
        value={form.handler === '' ? null : form.handler}
        onChange={choose}
        error={faults.get('/handler')}
        searchable
        size="xs"
        readOnly={isLocked}
        classNames={{ input: classes.mono }}
      />
      <div className={classes.wide}>
        <JsonField
          label="Payload"
          value={form.payload}
          onChange={(payload) => set({ payload })}
          fault={faultsOfPayload(faults)}
          isReadOnly={isLocked}
        />
      </div>
    </div>
  );
}

const printed = (example: unknown): string => JSON.stringify(example ?? {}, null, 2);

/** Rarely touched, so folded. */
export function MoreFields({ form, set, faults, isLocked }: FieldsProps): ReactNode {
  const names = ['/startAt', '/endAt', '/jitterMs', '/priority', '/maxAttempts', '/timeoutMs'];
  const [isAsked, setIsAsked] = useState(false);
  const isOpen = isAsked || names.some((name) => faults.has(name));
  const number = (
    label: string,
    name: 'jitterSeconds' | 'priority' | 'maxAttempts' | 'timeoutSeconds',
    pointer: string,
    suffix?: string,
  ): ReactNode => (
    <NumberInput
      label={label}
      value={form[name]}
      onChange={(value) => set({ [name]: String(value) })}
      error={faults.get(pointer)}
      placeholder="as the queue says"
      suffix={suffix}
      size="xs"
      readOnly={isLocked}
    />
  );
  return (
    <div>
      <button type="button" className={classes.fold} onClick={() => setIsAsked(!isAsked)} aria-expanded={isOpen}>
        <IconChevronRight size={14} stroke={2} aria-hidden /> Jitter, start and end, priority, attempts, timeout
      </button>
      <Collapse expanded={isOpen}>
        <div className={classes.fields}>
          {number('Jitter up to', 'jitterSeconds', '/jitterMs', ' s')}
          {number('Priority', 'priority', '/priority')}
          {number('Attempts', 'maxAttempts', '/maxAttempts')}
          {number('Timeout', 'timeoutSeconds', '/timeoutMs', ' s')}
          <TextInput
            type="datetime-local"
            label={`Not before (${localZone()})`}
            value={form.startAt}
            onChange={(event) => set({ startAt: event.currentTarget.value })}
            error={faults.get('/startAt')}
            readOnly={isLocked}
          />
          <TextInput
            type="datetime-local"
            label={`Not after (${localZone()})`}
            value={form.endAt}
            onChange={(event) => set({ endAt: event.currentTarget.value })}
            error={faults.get('/endAt')}
            readOnly={isLocked}
          />
        </div>
      </Collapse>
    </div>
  );
}

import type { CreateScheduleRequest, PreviewScheduleRequest, ScheduleResponse } from '@rota/client';
import { jsonFault } from '@/shell/json/json-field';

export type TimingRequest = Omit<PreviewScheduleRequest, 'count'>;
export type Unit = 's' | 'm' | 'h' | 'd';
export const UNIT_MS: Record<Unit, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What the fields hold, as they are typed. */
export interface ScheduleForm {
  readonly name: string;
  readonly queue: string;
  readonly handler: string;
  readonly payload: string;
  readonly kind: 'cron' | 'interval' | 'once';
  readonly cron: string;
  readonly every: string;
  readonly unit: Unit;
  /** On the viewer's clock: 2027-01-31T09:00. */
  readonly onceAt: string;
  readonly timeZone: string;
  readonly startAt: string;
  readonly endAt: string;
  readonly missedPolicy: 'skip' | 'all' | 'none';
  readonly missedCap: string;
  readonly overlapPolicy: 'allow' | 'skip';
  readonly jitterSeconds: string;
  readonly priority: string;
  readonly maxAttempts: string;
  readonly timeoutSeconds: string;
}

export const NEW_FORM: ScheduleForm = {
  name: '',
  queue: '',
  handler: '',
  payload: '{}',
  kind: 'cron',
  cron: '0 9 * * MON-FRI',
  every: '15',
  unit: 'm',
  onceAt: '',
  timeZone: 'UTC',
  startAt: '',
  endAt: '',
  missedPolicy: 'skip',
  missedCap: '100',
  overlapPolicy: 'allow',
  jitterSeconds: '0',
  priority: '0',
  maxAttempts: '',
  timeoutSeconds: '',
};

const pad = (value: number): string => String(value).padStart(2, '0');

function clockOf(at: string | null): string {
  if (at === null) return '';
  const date = new Date(at);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

const instantOf = (clock: string): string | undefined => {
  const at = new Date(clock);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

export function formOf(schedule: ScheduleResponse): ScheduleForm {
  const unit = (['d', 'h', 'm', 's'] as const).find((name) => (schedule.intervalMs ?? 1) % UNIT_MS[name] === 0) ?? 's';
  return {
    name: schedule.name,
    queue: schedule.queueId,
    handler: schedule.handler,
    payload: JSON.stringify(schedule.payload, null, 2),
    kind: schedule.kind,
    cron: schedule.cron ?? '',
    every: schedule.intervalMs === null ? NEW_FORM.every : String(schedule.intervalMs / UNIT_MS[unit]),
    unit: schedule.intervalMs === null ? NEW_FORM.unit : unit,
    onceAt: clockOf(schedule.onceAt),
    timeZone: schedule.timeZone,
    startAt: clockOf(schedule.startAt),
    endAt: clockOf(schedule.endAt),
    missedPolicy: schedule.missedPolicy,
    missedCap: String(schedule.missedCap),
    overlapPolicy: schedule.overlapPolicy,
    jitterSeconds: String(schedule.jitterMs / 1_000),
    priority: String(schedule.priority),
    maxAttempts: schedule.maxAttempts === null ? '' : String(schedule.maxAttempts),
    timeoutSeconds: schedule.timeoutMs === null ? '' : String(schedule.timeoutMs / 1_000),
  };
}

/** When it would run; undefined while too little is typed to ask. */
export function timingOf(form: ScheduleForm): TimingRequest | undefined {
  const base = {
    timeZone: form.timeZone,
    startAt: form.startAt === '' ? null : (instantOf(form.startAt) ?? null),
    endAt: form.endAt === '' ? null : (instantOf(form.endAt) ?? null),
  };
  switch (form.kind) {
    case 'cron':
      return form.cron.trim() === '' ? undefined : { ...base, cron: form.cron.trim() };
    case 'interval': {
      const intervalMs = Math.round(Number(form.every) * UNIT_MS[form.unit]);
      return form.every.trim() === '' || !Number.isFinite(intervalMs) ? undefined : { ...base, intervalMs };
    }
    case 'once': {
      const onceAt = instantOf(form.onceAt);
      return onceAt === undefined ? undefined : { ...base, onceAt };
    }
  }
}

const numberOr = <Else>(text: string, otherwise: Else): number | Else =>
  text.trim() === '' ? otherwise : Number(text);

/** The request; undefined while the form cannot be sent. The payload goes as text, see `sendAsTyped`. */
export function requestOf(form: ScheduleForm): CreateScheduleRequest | undefined {
  const timing = timingOf(form);
  if (timing === undefined || jsonFault(form.payload) !== undefined) return undefined;
  if (form.name.trim() === '' || form.queue === '' || form.handler === '') return undefined;
  const timeout = numberOr(form.timeoutSeconds, null);
  return {
    ...timing,
    name: form.name.trim(),
    queue: form.queue,
    handler: form.handler,
    payload: JSON.parse(form.payload) as Record<string, unknown>,
    missedPolicy: form.missedPolicy,
    missedCap: numberOr(form.missedCap, 100),
    overlapPolicy: form.overlapPolicy,
    jitterMs: Math.round(numberOr(form.jitterSeconds, 0) * 1_000),
    priority: numberOr(form.priority, 0),
    maxAttempts: numberOr(form.maxAttempts, null),
    timeoutMs: timeout === null ? null : Math.round(timeout * 1_000),
  };
}

/** Only what was changed: somebody else may have edited another field. */
export function changesOf(before: ScheduleForm, now: ScheduleForm): Partial<CreateScheduleRequest> | undefined {
  const [old, next] = [requestOf(before), requestOf(now)];
  if (next === undefined) return undefined;
  const changed = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(old?.[name as keyof CreateScheduleRequest]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}

import type { JobFilterRequest, JobStatus } from '@rota/client';
import { formatInstant } from '@/shell/time/format';
import { serverNow } from '@/shell/time/server-clock';

export const FILTER_NAMES = ['status', 'queue', 'handler', 'label', 'since', 'until'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type JobFilters = Partial<Record<FilterName, string>>;

export const STATUSES: readonly { readonly value: JobStatus; readonly label: string }[] = [
  { value: 'queued', label: 'Queued' },
  { value: 'scheduled', label: 'Scheduled or retrying' },
  { value: 'claimed', label: 'Claimed' },
  { value: 'running', label: 'Running' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'dead_letter', label: 'Dead letter' },
];

const AGO = /^(\d{1,4})(m|h|d)$/;
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `24h` and `7d` stay as they are in the address, so that a link goes on to mean the last day; whole minutes keep pages together. */
function instantOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const [, count, unit] = AGO.exec(value) ?? [];
  if (count === undefined) return Number.isNaN(Date.parse(value)) ? undefined : new Date(value).toISOString();
  const at = serverNow() - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
  return new Date(Math.floor(at / 60_000) * 60_000).toISOString();
}

export function requestOf(filters: JobFilters): JobFilterRequest {
  const { status, queue, handler, label } = filters;
  const request: JobFilterRequest = {
    status: STATUSES.some(({ value }) => value === status) ? (status as JobStatus) : undefined,
    queue,
    handler,
    label,
    since: instantOf(filters.since),
    until: instantOf(filters.until),
  };
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

export interface ParsedQuery {
  readonly filters: JobFilters;
  readonly jobId?: string;
  readonly fault?: string;
}

/** Split at spaces, but not within quotes; `\"` within them is a quote. */
const WORD = /(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+/g;
const QUOTED = /"((?:[^"\\]|\\.)*)"?/g;

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) =>
    word.replaceAll(QUOTED, (_, inner: string) => inner.replaceAll(/\\(.)/g, '$1')),
  );
}

const asWord = (value: string): string => (/[\s"]/.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value);

/** One line of text for all filters: `status:running queue:emails label:customer:4711 since:24h`, or the id of a job. */
export function parseQuery(text: string): ParsedQuery {
  const words = wordsOf(text);
  const [first] = words;
  if (words.length === 1 && first !== undefined && UUID.test(first)) return { filters: {}, jobId: first.toLowerCase() };
  const filters: JobFilters = {};
  for (const word of words) {
    const colon = word.indexOf(':');
    const name = word.slice(0, colon) as FilterName;
    const value = word.slice(colon + 1);
    if (colon < 1 || !FILTER_NAMES.includes(name))
      return { filters, fault: `“${word}” is not name:value. Names: ${FILTER_NAMES.join(', ')}` };
    if (name === 'status' && !STATUSES.some((status) => status.value === value)) {
      return { filters, fault: `no status “${value}”. There are ${STATUSES.map((status) => status.value).join(', ')}` };
    }
    if ((name === 'since' || name === 'until') && instantOf(value) === undefined) {
      return { filters, fault: `“${value}” is no time. Write 30m, 24h, 7d or 2027-01-31T09:00Z` };
    }
    filters[name] = value;
  }
  return { filters };
}

export function printQuery(filters: JobFilters): string {
  return FILTER_NAMES.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [`${name}:${asWord(value)}`];
  }).join(' ');
}

/** Instants are shown in the zone of who looks. */
export function chipValueOf(name: FilterName, value: string, zone: string, now = serverNow()): string {
  if (name === 'status') return STATUSES.find((status) => status.value === value)?.label ?? value;
  const [, count, unit] = AGO.exec(value) ?? [];
  if (count === undefined) {
    const isInstant = (name === 'since' || name === 'until') && !Number.isNaN(Date.parse(value));
    return isInstant ? formatInstant(Date.parse(value), zone, now) : value;
  }
  return `${name === 'until' ? 'before ' : 'last '}${count} ${unit}`;
}

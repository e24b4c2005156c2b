'use client';

import {
  type BulkFailureResponse,
  dataOf,
  deadLettersDiscardMany,
  deadLettersList,
  deadLettersReplayMany,
} from '@rota/client';
import { useSyncExternalStore } from 'react';
import { api, describeProblem } from '@/shell/api/client';
import { noteUnfinished } from '@/shell/api/unfinished';
import type { LetterFilter } from './use-letters';

export type LetterVerb = 'replay' | 'discard';
/** Letters by id, or all that a filter finds. */
export type LetterTarget = { readonly ids: readonly string[] } | { readonly filter: LetterFilter };

export interface BulkRun {
  readonly id: number;
  readonly projectId: string;
  readonly verb: LetterVerb;
  readonly title: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly failures: readonly BulkFailureResponse[];
  readonly state: 'running' | 'finished' | 'stopped' | 'broken';
  /** Why it broke. */
  readonly fault?: string;
}

interface Order {
  readonly projectId: string;
  readonly verb: LetterVerb;
  readonly title: string;
  readonly target: LetterTarget;
  readonly total: number;
  readonly reason: string | undefined;
  /** Undefined: as fast as they are answered. */
  readonly perSecond: number | undefined;
  readonly onEnd: () => void;
}

const MAX_FAILURES = 200;
const CHUNK = 100;

let runs: readonly BulkRun[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const stops = new Map<number, AbortController>();

function change(id: number, next: (run: BulkRun) => BulkRun): void {
  publish(runs.map((run) => (run.id === id ? next(run) : run)));
}

function publish(next: readonly BulkRun[]): void {
  runs = next;
  const running = runs.filter(({ state }) => state === 'running').length;
  noteUnfinished(running === 0 ? undefined : running === 1 ? '1 bulk action is' : `${running} bulk actions are`);
  for (const listener of listeners) listener();
}

export function useBulkRuns(projectId: string): readonly BulkRun[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => runs,
    () => runs,
  );
  return all.filter((run) => run.projectId === projectId);
}

export const stopRun = (id: number): void => stops.get(id)?.abort();
export const forgetRun = (id: number): void => publish(runs.filter((run) => run.id !== id));

/** Goes on while pages change; ends by itself, by `stopRun`, or with the first answer that is no answer about a letter. */
export function startRun(order: Order): void {
  const id = nextId++;
  const stop = new AbortController();
  stops.set(id, stop);
  const { projectId, verb, title, total } = order;
  publish([{ id, projectId, verb, title, total, done: 0, failed: 0, failures: [], state: 'running' }, ...runs]);
  void work(id, order, stop.signal)
    .then(() => change(id, (run) => ({ ...run, state: stop.signal.aborted ? 'stopped' : 'finished' })))
    .catch((error: unknown) => change(id, (run) => ({ ...run, state: 'broken', fault: describeProblem(error).title })))
    .finally(() => {
      stops.delete(id);
      order.onEnd();
    });
}

async function work(id: number, order: Order, signal: AbortSignal): Promise<void> {
  const size = Math.min(CHUNK, order.perSecond ?? CHUNK);
  for await (const ids of chunksOf(order, size)) {
    if (signal.aborted) return;
    const startedMs = performance.now();
    const { succeeded, failures } = await send(order, ids);
    change(id, (run) => ({
      ...run,
      done: run.done + succeeded,
      failed: run.failed + failures.length,
      failures: [...run.failures, ...failures].slice(0, MAX_FAILURES),
    }));
    if (order.perSecond !== undefined) {
      await pause((ids.length / order.perSecond) * 1_000 - (performance.now() - startedMs), signal);
    }
  }
}

async function* chunksOf(
  { target, projectId }: Order,
  size: number,
): AsyncGenerator<readonly string[], void, undefined> {
  if ('ids' in target) {
    for (let at = 0; at < target.ids.length; at += size) yield target.ids.slice(at, at + size);
    return;
  }
  let cursor: string | undefined;
  do {
    const query = { ...target.filter, limit: size, ...(cursor === undefined ? {} : { cursor }) };
    const { data, page } = await dataOf(deadLettersList({ client: api, path: { projectId }, query }));
    if (data.length > 0) yield data.map((letter) => letter.id);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

interface Outcome {
  readonly succeeded: number;
  readonly failures: readonly BulkFailureResponse[];
}

async function send({ projectId, reason, verb }: Order, ids: readonly string[]): Promise<Outcome> {
  const body = { ids: [...ids], ...(reason === undefined ? {} : { reason }) };
  const operation = verb === 'replay' ? deadLettersReplayMany : deadLettersDiscardMany;
  return dataOf(operation({ client: api, path: { projectId }, body }));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

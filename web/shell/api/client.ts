import { createRotaClient, RotaProblem } from '@rota/client';
import { isEntryPath } from '../entry/entry-paths';
import { noteServerClock } from '../time/server-clock';
import { isSigningOut } from './signing-out';

/** The interface as the browser reaches it: through this app's own server, which knows the token. */
export const api = createRotaClient({ baseUrl: '/api/rota', fetch: fetchFromOwnServer });

async function fetchFromOwnServer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  noteServerClock(response.headers.get('date'));
  if (response.status === 401) leaveToSignIn();
  return response;
}

function leaveToSignIn(): void {
  if (isSigningOut() || isEntryPath(window.location.pathname)) return;
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?next=${encodeURIComponent(here)}&ended=1`);
}

/** What to tell a person about anything that was thrown. */
export function describeProblem(error: unknown): { title: string; requestId: string | undefined; isPassing: boolean } {
  if (error instanceof RotaProblem) {
    return {
      title: error.problem?.detail ?? 'the server did not answer',
      requestId: error.problem?.requestId,
      isPassing: error.status === 0 || error.status === 429 || error.status >= 500,
    };
  }
  return {
    title: error instanceof Error ? error.message : 'something went wrong',
    requestId: undefined,
    isPassing: true,
  };
}

/** What a form found wrong by itself, before anything was sent: shown like a fault that the interface names. */
export class FieldFault extends Error {
  constructor(
    readonly pointer: string,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** Faults by JSON pointer, for the fields of a form. */
export function faultsOf(error: unknown): ReadonlyMap<string, string> {
  if (error instanceof FieldFault) return new Map([[error.pointer, error.detail]]);
  const faults = error instanceof RotaProblem ? (error.problem?.errors ?? []) : [];
  return new Map(faults.map(({ pointer, detail }) => [pointer, detail]));
}

/** The faults that stand at none of the fields with these pointers, so that nothing is refused without a word. */
export function faultsBeside(error: unknown, fields: Iterable<string>): string[] {
  const shown = new Set(fields);
  const { title } = describeProblem(error);
  return [...faultsOf(error)]
    .filter(([pointer, detail]) => detail !== title && ![...shown].some((field) => isWithin(pointer, field)))
    .map(([pointer, detail]) => `${nameOf(pointer)}: ${detail}`);
}

const isWithin = (pointer: string, field: string): boolean => pointer === field || pointer.startsWith(`${field}/`);
const nameOf = (pointer: string): string => pointer.replace(/^\/(query|filter)?\/?/, '') || 'request';

/** `ok`; `warn`: works, and should be looked at; `fail`: does not work, or will not for long; `skip`: could not be looked at. */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skip';

export interface CheckResult {
  readonly name: string;
  readonly status: CheckStatus;
  readonly detail: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const ok = (name: string, detail: string): CheckResult => ({ name, status: 'ok', detail });
export const warn = (name: string, detail: string, advice: string): CheckResult => ({
  name,
  status: 'warn',
  detail,
  advice,
});
export const fail = (name: string, detail: string, advice: string): CheckResult => ({
  name,
  status: 'fail',
  detail,
  advice,
});
export const skip = (name: string, detail: string): CheckResult => ({ name, status: 'skip', detail });

/** Seconds as people say them. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}

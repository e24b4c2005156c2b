/** For the documentation of routes that make jobs. */
export const TRACEPARENT_HEADER = {
  name: 'traceparent',
  required: false,
  description: 'W3C trace context, kept on the job',
} as const;

/** What `jobs.traceparent` takes; a longer one comes from a later version of the standard and is left out. */
const MAX_LENGTH = 64;

export function keptTraceparent(traceparent: string | null | undefined): string | null {
  return traceparent !== null && traceparent !== undefined && traceparent.length <= MAX_LENGTH ? traceparent : null;
}

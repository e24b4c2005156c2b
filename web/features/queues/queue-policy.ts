import type { QueuePolicyRequest, QueueResponse } from '@rota/client';

/** What the form holds: numbers as the field gives them, '' for none. */
export interface QueueForm {
  description: string;
  maxConcurrency: number | string;
  retryStrategy: QueueResponse['retryStrategy'];
  retryBaseMs: number | string;
  retryCapMs: number | string;
  retryJitter: boolean;
  maxAttempts: number | string;
  timeoutMs: number | string;
  maxLeaseLosses: number | string;
  retentionSeconds: number | string;
  deadLetterRetentionSeconds: number | string;
}

export const NEW_QUEUE: QueueForm = {
  description: '',
  maxConcurrency: '',
  retryStrategy: 'exponential',
  retryBaseMs: 1_000,
  retryCapMs: 3_600_000,
  retryJitter: true,
  maxAttempts: 5,
  timeoutMs: 300_000,
  maxLeaseLosses: 3,
  retentionSeconds: 604_800,
  deadLetterRetentionSeconds: 2_592_000,
};

export function formOf(queue: QueueResponse): QueueForm {
  const { retryStrategy, retryBaseMs, retryCapMs, retryJitter, maxAttempts, timeoutMs, maxLeaseLosses } = queue;
  return {
    description: queue.description ?? '',
    maxConcurrency: queue.maxConcurrency ?? '',
    retryStrategy,
    retryBaseMs,
    retryCapMs,
    retryJitter,
    maxAttempts,
    timeoutMs,
    maxLeaseLosses,
    retentionSeconds: queue.retentionSeconds,
    deadLetterRetentionSeconds: queue.deadLetterRetentionSeconds,
  };
}

const numberOr = (value: number | string): number | undefined => (value === '' ? undefined : Number(value));

/** Only what differs is sent: an edit by somebody else of another field stays. */
export function changesOf(before: QueueForm, after: QueueForm): QueuePolicyRequest {
  const all = {
    description: after.description.trim() === '' ? null : after.description.trim(),
    maxConcurrency: numberOr(after.maxConcurrency) ?? null,
    retryStrategy: after.retryStrategy,
    retryBaseMs: numberOr(after.retryBaseMs),
    retryCapMs: numberOr(after.retryCapMs),
    retryJitter: after.retryJitter,
    maxAttempts: numberOr(after.maxAttempts),
    timeoutMs: numberOr(after.timeoutMs),
    maxLeaseLosses: numberOr(after.maxLeaseLosses),
    retentionSeconds: numberOr(after.retentionSeconds),
    deadLetterRetentionSeconds: numberOr(after.deadLetterRetentionSeconds),
  } satisfies QueuePolicyRequest;
  const changed = Object.entries(all).filter(
    ([name, value]) => value !== undefined && after[name as keyof QueueForm] !== before[name as keyof QueueForm],
  );
  return Object.fromEntries(changed) as QueuePolicyRequest;
}

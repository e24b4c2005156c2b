import type { BackoffStrategy } from '../../kernel/backoff.js';
import { ownText } from '../../kernel/own-text.js';
import { byUrgency } from './claim-cursor.js';
import type { ClaimedJob, QueuePolicy } from './claimed-job.js';

/**
 * What a claim answers: one row, and in each column the values of all jobs in the same order. Ids are 36 characters each, the
 * others are separated by line feeds, which none of them can contain: JSON and names are stored without control characters.
 */
export interface ClaimAnswer {
  /** A line per queue, see {@link policyOf}. */
  readonly queues: string;
  /** The clock of the database, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly jobIds: string;
  readonly queueIds: string;
  readonly leaseTokens: string;
  readonly runAts: string;
  readonly handlers: string;
  /** Compact JSON. */
  readonly payloads: string;
  /** Priority, attempt, sequence of the execution, lost leases; empty for `0 1 1 0`, as nearly all jobs have it. */
  readonly counts: string;
  /** The job's own timeout, attempts and traceparent; empty when it has none of them. */
  readonly options: string;
}

const ID_CHARACTERS = 36;
const USUAL_COUNTS = [0, 1, 1, 0] as const;
const NO_OPTIONS = [null, null, null] as const;

/**
 * In the order in which they shall start: the claim takes the most urgent and answers them in any order.
 *
 * Texts that outlive the jobs (of queues and handlers, in cursors and metrics) are made their own: see {@link ownText}.
 */
export function jobsOf(answer: ClaimAnswer | undefined): ClaimedJob[] {
  if (!answer) return [];
  const policies = new Map(
    answer.queues
      .split('\n')
      .map((line) => policyOf(line, answer.nowMs))
      .map((policy) => [policy.queueId, policy]),
  );
  const { jobIds, queueIds, leaseTokens } = answer;
  const lines = [answer.runAts, answer.handlers, answer.payloads, answer.counts, answer.options].map((text) =>
    text.split('\n'),
  );
  const [runAts, handlers, payloads, counts, options] = lines as [string[], string[], string[], string[], string[]];
  const names = new Map<string, string>();
  const count = jobIds.length / ID_CHARACTERS;
  if (lines.some((values) => values.length !== count)) throw new Error('a claim answered columns of different lengths');
  const jobs = payloads.map((payloadJson, index): ClaimedJob => {
    const at = index * ID_CHARACTERS;
    const queue = policies.get(queueIds.slice(at, at + ID_CHARACTERS)) as QueuePolicy;
    const [priority, attempt, executionSeq, leaseLosses] = countsOf(counts[index] as string);
    const [timeoutMs, maxAttempts, traceparent] = optionsOf(options[index] as string);
    return {
      jobId: jobIds.slice(at, at + ID_CHARACTERS),
      queueId: queue.queueId,
      queue,
      priority,
      runAt: runAts[index] as string,
      attempt,
      executionSeq,
      leaseLosses,
      leaseToken: leaseTokens.slice(at, at + ID_CHARACTERS),
      handler: nameOf(handlers[index] as string, names),
      payloadJson,
      traceparent,
      timeoutMs,
      maxAttempts,
    };
  });
  return jobs.sort(byUrgency);
}

function policyOf(line: string, nowMs: number): QueuePolicy {
  const [queueId, projectId, timeoutMs, maxAttempts, retryStrategy, retryBaseMs, retryCapMs, retryJitter, name] =
    ownText(line).split('\t') as [string, string, string, string, BackoffStrategy, string, string, string, string];
  return {
    queueId,
    projectId,
    name,
    timeoutMs: Number(timeoutMs),
    maxAttempts: Number(maxAttempts),
    retryStrategy,
    retryBaseMs: Number(retryBaseMs),
    retryCapMs: Number(retryCapMs),
    retryJitter: retryJitter === 't',
    nowMs,
  };
}

function countsOf(text: string): readonly [number, number, number, number] {
  return text === '' ? USUAL_COUNTS : (text.split(' ').map(Number) as [number, number, number, number]);
}

function optionsOf(text: string): readonly [number | null, number | null, string | null] {
  if (text === '') return NO_OPTIONS;
  const [timeoutMs, maxAttempts, traceparent] = text.split(' ') as [string, string, string];
  return [
    timeoutMs === '' ? null : Number(timeoutMs),
    maxAttempts === '' ? null : Number(maxAttempts),
    traceparent === '' ? null : traceparent,
  ];
}

/** The jobs of a claim have few handlers: each name is made its own once. */
function nameOf(name: string, names: Map<string, string>): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const own = ownText(name);
  names.set(own, own);
  return own;
}

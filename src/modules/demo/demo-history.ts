import { backoffDelayMs, type BackoffPolicy } from '../../kernel/backoff.js';
import { firstIdAt, newId } from '../../kernel/ids.js';
import { type DemoQueueName, DEMO_QUEUES } from './demo-queues.js';
import { RandomSequence } from './random-sequence.js';

/** One attempt; times count in milliseconds from the making of the job. */
interface StoryAttempt {
  readonly seq: number;
  readonly attempt: number;
  readonly outcome: 'completed' | 'failed' | 'timed_out' | 'lease_expired';
  readonly finalStatus: 'completed' | 'dead_letter' | null;
  readonly isRefunded: boolean;
  readonly claimedAfterMs: number;
  readonly startedAfterMs: number;
  readonly finishedAfterMs: number;
  readonly error: { readonly name: string; readonly message: string } | null;
  readonly result: unknown;
}

/** A job that has ended, from its making to its end. */
export interface Story {
  readonly id: string;
  readonly queueId: string;
  readonly handler: string;
  readonly payload: unknown;
  readonly labels: Readonly<Record<string, string>>;
  readonly ageMs: number;
  readonly letter: { readonly id: string; readonly reason: 'attempts_exhausted' | 'not_retryable' } | null;
  readonly attempts: readonly StoryAttempt[];
}

type Fate = 'smooth' | 'retried' | 'worker_lost' | 'dead_letter';

const SEED = 20_260_101;
const QUARTER_MS = 15 * 60_000;
const QUARTERS = 96;
/** The last hour is what the overview opens with. */
const BUSY_QUARTERS = 4;
const YOUNGEST_MS = 20_000;
/** The slowest story has ended after that: what is younger went smoothly. */
const SLOWEST_MS = 5 * 60_000;
/** Customers whose systems were down for a while, some hours ago. */
const OUTAGE = { queue: 'webhooks', fromMs: 11 * QUARTER_MS, toMs: 13 * QUARTER_MS } as const;
const LEASE_LOST_AFTER_MS = 38_000;
const QUEUE_NAMES = Object.keys(DEMO_QUEUES) as DemoQueueName[];

/** A day of work behind the queues: most of it smooth, some retried, some after a lost worker, a few dead letters, and one outage. */
export function demoHistory(queueIds: Readonly<Record<DemoQueueName, string>>, now: Date): Story[] {
  const random = new RandomSequence(SEED);
  return agesOf(random).map((ageMs) => {
    const queue = random.pick(QUEUE_NAMES);
    return story(random, queue, queueIds[queue], ageMs, now);
  });
}

/** Oldest first: the day swells and ebbs, and its last hour is busy. */
function agesOf(random: RandomSequence): number[] {
  return Array.from({ length: QUARTERS }, (_, quarter) => {
    const wave = Math.round(14 + 8 * Math.sin((quarter / QUARTERS) * 4 * Math.PI));
    const jobs = quarter < BUSY_QUARTERS ? 4 * wave : wave;
    return Array.from({ length: jobs }, () => Math.floor((quarter + random.next()) * QUARTER_MS));
  })
    .flat()
    .map((ageMs) => Math.max(YOUNGEST_MS, ageMs))
    .toSorted((one, other) => other - one);
}

function story(random: RandomSequence, queue: DemoQueueName, queueId: string, ageMs: number, now: Date): Story {
  const { handler, payload, policy, maxAttempts, faults, runMs } = DEMO_QUEUES[queue];
  const fate = fateOf(random, queue, ageMs);
  const isHopeless = fate === 'dead_letter' && random.next() < 0.3;
  const failures = fate === 'smooth' || fate === 'worker_lost' ? 0 : isHopeless ? 1 : maxAttempts;
  const failed = fate === 'retried' ? random.between(1, maxAttempts - 1) : failures;
  const attempts = attemptsOf({ random, fate, failed, policy, fault: random.pick(faults), runMs });
  return {
    id: idAt(now.getTime() - ageMs),
    queueId,
    handler,
    payload: payload(random.between(1_000, 9_999)),
    labels: { source: 'demo' },
    ageMs,
    letter:
      fate === 'dead_letter'
        ? letter(isHopeless, now.getTime() - ageMs + (attempts.at(-1)?.finishedAfterMs ?? 0))
        : null,
    attempts,
  };
}

function fateOf(random: RandomSequence, queue: DemoQueueName, ageMs: number): Fate {
  const share = random.next();
  if (ageMs < SLOWEST_MS) return 'smooth';
  if (queue === OUTAGE.queue && ageMs >= OUTAGE.fromMs && ageMs < OUTAGE.toMs) {
    return share < 0.3 ? 'dead_letter' : 'retried';
  }
  return share < 0.93 ? 'smooth' : share < 0.97 ? 'retried' : share < 0.98 ? 'worker_lost' : 'dead_letter';
}

interface Course {
  readonly random: RandomSequence;
  readonly fate: Fate;
  /** Attempts that fail, from the first one on. */
  readonly failed: number;
  readonly policy: BackoffPolicy;
  readonly fault: string;
  readonly runMs: readonly [low: number, high: number];
}

function attemptsOf(course: Course): StoryAttempt[] {
  const { random, fate, failed, policy, fault } = course;
  const attempts: StoryAttempt[] = [];
  let dueAfterMs = 0;
  if (fate === 'worker_lost') {
    attempts.push(attempt(course, attempts, dueAfterMs, { outcome: 'lease_expired', isRefunded: true }));
    dueAfterMs = LEASE_LOST_AFTER_MS;
  }
  for (let number = 1; number <= failed; number += 1) {
    const isLast = fate === 'dead_letter' && number === failed;
    const error = { name: 'Error', message: fault };
    attempts.push(
      attempt(course, attempts, dueAfterMs, { outcome: 'failed', error, finalStatus: isLast ? 'dead_letter' : null }),
    );
    dueAfterMs = (attempts.at(-1)?.finishedAfterMs ?? 0) + backoffDelayMs(policy, number, () => random.next());
  }
  if (fate !== 'dead_letter') {
    attempts.push(
      attempt(course, attempts, dueAfterMs, { outcome: 'completed', finalStatus: 'completed', result: { ok: true } }),
    );
  }
  return attempts;
}

function attempt(
  { random, runMs }: Course,
  before: readonly StoryAttempt[],
  dueAfterMs: number,
  end: Partial<StoryAttempt> & Pick<StoryAttempt, 'outcome'>,
): StoryAttempt {
  const claimedAfterMs = Math.round(dueAfterMs) + random.between(2, 400);
  const startedAfterMs = claimedAfterMs + random.between(0, 5);
  const lastedMs = end.outcome === 'lease_expired' ? LEASE_LOST_AFTER_MS - startedAfterMs : random.between(...runMs);
  return {
    seq: before.length + 1,
    attempt: before.filter(({ isRefunded }) => !isRefunded).length + 1,
    finalStatus: null,
    isRefunded: false,
    claimedAfterMs,
    startedAfterMs,
    finishedAfterMs: startedAfterMs + lastedMs,
    error: null,
    result: null,
    ...end,
  };
}

function letter(isHopeless: boolean, diedAtMs: number): Story['letter'] {
  return { id: idAt(diedAtMs), reason: isHopeless ? 'not_retryable' : 'attempts_exhausted' };
}

/** Ids carry the time of what they name: lists by time walk them. */
function idAt(instantMs: number): string {
  const end = '0000-'.length + '00000000'.length; // the 48 bits of the time, in two groups
  return firstIdAt(new Date(instantMs)).slice(0, end) + newId().slice(end);
}

import { PUT_BACK_MAX_MS } from '../../kernel/put-back.js';
import { countOf } from '../../kernel/count-of.js';
import { type JobStanding, MAX_AHEAD } from './job-standing.read-model.js';

export interface JobExplanation {
  /** Stable, for programs. */
  readonly code: string;
  readonly text: string;
}

/** A worker delays a job whose handler it lacks by so much. */

type Rule = (job: JobStanding) => JobExplanation | false;

const say = (code: string, text: string): JobExplanation => ({ code, text });

/** Why a job does not run, what must be removed first in front; or what became of it. Never empty. */
export function explain(job: JobStanding): JobExplanation[] {
  const rules = RULES[job.status ?? ''] ?? LOST;
  return rules.map((rule) => rule(job)).filter((found) => found !== false);
}

const isGone: Rule = (job) =>
  (job.isProjectDeleted && say('PROJECT_DELETED', 'its project is deleted: the scheduler will cancel it')) ||
  (job.isQueueDeleted && say('QUEUE_DELETED', 'its queue is deleted: the scheduler will cancel it'));

const isPaused: Rule = (job) =>
  job.isPaused &&
  say('QUEUE_PAUSED', `the queue ${job.queue} is paused${job.pausedReason === null ? '' : `: ${job.pausedReason}`}`);

const hasNoWorker: Rule = (job) => {
  if (job.ableWorkers > 0) return false;
  if (job.liveWorkers === 0) return say('NO_WORKER', 'no worker is alive');
  if (job.servingWorkers === 0)
    return say(
      'NOT_SERVED',
      job.liveWorkers === 1
        ? `the one live worker does not serve the queue ${job.queue}: see WORKER_QUEUES`
        : `${job.liveWorkers} workers are alive, and none serves the queue ${job.queue}: see WORKER_QUEUES`,
    );
  const serving =
    job.servingWorkers === 1 ? 'the worker that serves' : `none of the ${job.servingWorkers} workers that serve`;
  const offers = job.servingWorkers === 1 ? 'does not offer' : 'offers';
  const setting = job.handler === 'send_email' ? 'SMTP_URL' : 'HANDLER_MODULES';
  return say(
    'HANDLER_UNKNOWN',
    `${serving} the queue ${job.queue} ${offers} the handler ${job.handler}: see ${setting} of the workers`,
  );
};

/** Due, and put back for seconds by each worker that meets it: that is no delay of its own. */
const isPutBack = (job: JobStanding): boolean =>
  job.servingWorkers > 0 &&
  job.ableWorkers === 0 &&
  job.lastOutcome === 'released' &&
  (job.dueInSeconds ?? 0) <= PUT_BACK_MAX_MS / 1_000;

const isLimited: Rule = (job) =>
  job.maxConcurrency !== null &&
  job.inFlightOfQueue >= job.maxConcurrency &&
  say('LIMIT_FULL', `the queue runs ${countOf(job.inFlightOfQueue, 'job')} at once, and may run ${job.maxConcurrency}`);

const isBehindOthers: Rule = (job) =>
  job.ahead > 0 &&
  say(
    'BEHIND_OTHERS',
    job.ahead === 1
      ? 'one job of its queue is given away before it'
      : `${job.ahead}${job.ahead === MAX_AHEAD ? ' or more' : ''} jobs of its queue are given away before it`,
  );

const areWorkersBusy: Rule = (job) =>
  job.ableWorkers > 0 &&
  job.freeSlots === 0 &&
  say(
    'WORKERS_BUSY',
    job.ableWorkers === 1
      ? 'the one worker that could run it has no free slot'
      : `the ${job.ableWorkers} workers that could run it have no free slot`,
  );

const isNext: Rule = (job) =>
  !job.isPaused &&
  job.ahead === 0 &&
  job.freeSlots > 0 &&
  (job.maxConcurrency === null || job.inFlightOfQueue < job.maxConcurrency) &&
  say('IS_NEXT', 'nothing stands in its way: a worker takes it within a second');

const isDelayed: Rule = (job) => {
  if (isPutBack(job)) return false;
  const seconds = Math.round(job.dueInSeconds ?? 0);
  if (seconds <= 0) return say('OVERDUE', `it has been due for ${-seconds} s: is a scheduler running?`);
  if (job.attempt === 0) return say('DELAYED', `it is delayed, and due in ${seconds} s`);
  const made = `${job.attempt} of ${job.maxAttempts} made`;
  return say('BACKING_OFF', `it waits for its next attempt (${made}), which is due in ${seconds} s`);
};

const isAbandoned: Rule = (job) =>
  job.leaseLeftSeconds !== null &&
  job.leaseLeftSeconds < 0 &&
  say(
    'LEASE_OVER',
    `its worker ${job.worker ?? ''} has not been heard of since its lease ended ${Math.round(-job.leaseLeftSeconds)} s ago: a scheduler takes it back`,
  );

const isInWork: Rule = (job) =>
  say(
    'IN_WORK',
    `attempt ${job.attempt} of ${job.maxAttempts} has been with ${job.worker ?? 'a worker'} for ${Math.round(job.runningSeconds ?? 0)} s; it may take ${Math.round((job.timeoutMs ?? 0) / 1_000)} s`,
  );

const isCancelled: Rule = (job) =>
  job.isCancelRequested &&
  say('CANCEL_REQUESTED', 'it was asked to stop: its worker hears of it at its next heartbeat');

const isSuspect: Rule = (job) =>
  job.leaseLosses > 0 &&
  say(
    'SUSPECT',
    `its worker was lost ${countOf(job.leaseLosses, 'time')} in a row: it runs alone in a process until an attempt ends`,
  );

const hasFailed: Rule = (job) =>
  job.lastError !== null && say('LAST_ERROR', `its last attempt ended as ${job.lastOutcome}: ${job.lastError}`);

const isDead: Rule = (job) => {
  const reason = job.deadLetterReason ?? 'unknown';
  const next =
    job.isDeadLetterOpen === true ? `run it again with \`rota replay ${job.jobId}\`` : 'its letter is closed';
  return say('DEAD_LETTER', `it is a dead letter after ${countOf(job.attempt, 'attempt')} (${reason}): ${next}`);
};

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  queued: [isGone, isPaused, hasNoWorker, isLimited, areWorkersBusy, isBehindOthers, isSuspect, isNext, hasFailed],
  scheduled: [isGone, isDelayed, isPaused, hasNoWorker, isSuspect, hasFailed],
  claimed: [isAbandoned, isCancelled, isInWork, isSuspect, hasFailed],
  running: [isAbandoned, isCancelled, isInWork, isSuspect, hasFailed],
  completed: [() => say('COMPLETED', 'it has completed')],
  cancelled: [() => say('CANCELLED', 'it was cancelled')],
  dead_letter: [isDead, hasFailed],
};

const LOST: readonly Rule[] = [
  () => say('NO_STATE', 'it has neither a live row nor an end: see the alarm about orphans of the scheduler'),
];

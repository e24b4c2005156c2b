import { counter, histogram, LONG_SECONDS } from '../../platform/metrics/index.js';

export const JOB_LABELS = ['project', 'queue', 'handler'] as const;

/** What a worker counts about jobs. */
export const RUN_METRICS = {
  claimed: counter('rota_jobs_claimed_total', 'Jobs that this worker claimed', { labels: JOB_LABELS, unit: 'jobs' }),
  completed: counter('rota_jobs_completed_total', 'Jobs that completed', { labels: JOB_LABELS, unit: 'jobs' }),
  failed: counter('rota_jobs_failed_total', 'Attempts that ended with an error (failed) or ran too long (timed_out)', {
    labels: [...JOB_LABELS, 'outcome'],
    unit: 'attempts',
  }),
  retried: counter('rota_jobs_retried_total', 'Attempts after which the job was scheduled again', {
    labels: JOB_LABELS,
    unit: 'attempts',
  }),
  cancelled: counter('rota_jobs_cancelled_total', 'Jobs in flight that ended cancelled', {
    labels: JOB_LABELS,
    unit: 'jobs',
  }),
  wait: histogram('rota_job_wait_seconds', 'Time from the instant a job was due to its claim, by the database clock', {
    labels: JOB_LABELS,
    unit: 'seconds',
    buckets: LONG_SECONDS,
  }),
  run: histogram('rota_job_run_seconds', 'Time from the start to the end of an attempt', {
    labels: JOB_LABELS,
    unit: 'seconds',
    buckets: LONG_SECONDS,
  }),
};

/** What happens to jobs in a worker and, when the worker is gone, in the reaper. */
export const LOSS_METRICS = {
  dead: counter('rota_jobs_dead_total', 'Jobs that became dead letters', {
    labels: [...JOB_LABELS, 'reason'],
    unit: 'jobs',
  }),
  refunded: counter('rota_jobs_refunded_total', 'Attempts given back, because the job was not to blame', {
    labels: [...JOB_LABELS, 'cause'],
    unit: 'attempts',
  }),
};

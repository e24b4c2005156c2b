import { counter, gauge, histogram, LONG_SECONDS } from '../../platform/metrics/index.js';

export const SCHEDULE_METRICS = {
  promoted: counter('rota_jobs_promoted_total', 'Scheduled jobs that became queued', { unit: 'jobs' }),
  slots: counter('rota_schedule_slots_total', 'Slots by what became of them', { labels: ['outcome'], unit: 'slots' }),
  lag: histogram('rota_schedule_lag_seconds', 'Age of a slot when its job is made', {
    unit: 'seconds',
    buckets: LONG_SECONDS,
  }),
  overdue: gauge('rota_schedule_overdue_seconds', 'Age of the oldest slot that nobody has handled', {
    unit: 'seconds',
  }),
  zoneRules: gauge('rota_time_zone_rules', 'Version of the time zone rules that slots are computed with; always 1', {
    labels: ['version'],
    unit: 'none',
  }),
};

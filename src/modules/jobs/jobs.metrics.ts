import { counter } from '../../platform/metrics/index.js';

export const ENQUEUE_METRICS = {
  enqueued: counter('rota_jobs_enqueued_total', 'Jobs that this process stored, by request, schedule or replay', {
    labels: ['project', 'queue', 'handler'],
    unit: 'jobs',
  }),
};

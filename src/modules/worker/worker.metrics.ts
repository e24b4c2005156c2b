import { counter, gauge } from '../../platform/metrics/index.js';

export const WORKER_METRICS = {
  jobs: gauge('rota_worker_jobs', 'Jobs that this worker holds: running, or buffered for a slot', {
    labels: ['state'],
    unit: 'jobs',
  }),
  capacity: gauge('rota_worker_capacity', 'Slots of this worker', { unit: 'jobs' }),
  leasesLost: counter('rota_leases_lost_total', 'Leases that this worker lost; nothing was written for them', {
    unit: 'leases',
  }),
  unknownHandler: counter(
    'rota_unknown_handler_total',
    'Jobs put back because this worker does not know their handler',
    {
      labels: ['handler'],
      unit: 'jobs',
    },
  ),
  logLinesDropped: counter('rota_job_log_lines_dropped_total', 'Log lines of handlers that were not stored', {
    unit: 'lines',
  }),
};

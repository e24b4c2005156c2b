import { counter, gauge } from '../../platform/metrics/index.js';

export const REAPING_METRICS = {
  reaped: counter('rota_jobs_reaped_total', 'Jobs with a lost lease, by what became of them', {
    labels: ['project', 'queue', 'handler', 'fate'],
    unit: 'jobs',
  }),
  held: counter('rota_reaper_held_total', 'Rounds in which leases could not be judged', {
    labels: ['reason'],
    unit: 'rounds',
  }),
  capped: counter('rota_reaper_capped_total', 'Rounds that reached their cap: leases expire in masses', {
    unit: 'rounds',
  }),
  workersDead: counter('rota_workers_dead_total', 'Workers that fell silent', { unit: 'workers' }),
  orphans: gauge('rota_orphans', 'Rows without their other half, by the last full count', {
    labels: ['side'],
    unit: 'rows',
  }),
  purged: counter('rota_purged_rows_total', 'Rows removed by retention', { labels: ['table'], unit: 'rows' }),
};

import { BATCH_SIZES, gauge, histogram, SHORT_SECONDS } from '../metrics/index.js';

export const POOL_METRICS = {
  connections: gauge('rota_pool_connections', 'Connections of a pool: in use or idle', {
    labels: ['pool', 'state'],
    unit: 'connections',
  }),
  waiting: gauge('rota_pool_waiting', 'Callers that wait for a connection of a pool', {
    labels: ['pool'],
    unit: 'callers',
  }),
  size: gauge('rota_pool_size', 'Most connections that a pool opens', { labels: ['pool'], unit: 'connections' }),
};

export const BATCH_METRICS = {
  seconds: histogram('rota_batch_seconds', 'Duration of a statement that carries many jobs', {
    labels: ['verb'],
    unit: 'seconds',
    buckets: SHORT_SECONDS,
  }),
  jobs: histogram('rota_batch_jobs', 'Jobs in one statement', { labels: ['verb'], unit: 'jobs', buckets: BATCH_SIZES }),
};

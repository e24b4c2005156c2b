import { counter, gauge, histogram, SHORT_SECONDS } from '../metrics/index.js';

const labels = ['loop'] as const;

export const LOOP_METRICS = {
  age: gauge('rota_loop_age_seconds', 'Time since the last successful tick of a loop', { labels, unit: 'seconds' }),
  maxAge: gauge('rota_loop_max_age_seconds', 'Age at which a loop counts as stuck and its process as not ready', {
    labels,
    unit: 'seconds',
  }),
  tick: histogram('rota_loop_tick_seconds', 'Duration of a tick', { labels, unit: 'seconds', buckets: SHORT_SECONDS }),
  failures: counter('rota_loop_failures_total', 'Ticks that failed; each is repeated', { labels, unit: 'ticks' }),
};

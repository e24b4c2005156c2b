import { gauge } from '../../platform/metrics/index.js';

/** Most jobs of a queue that are counted. */
export const MAX_DEPTH = 10_000;
/** Most dead letters that are counted. */
export const MAX_LETTERS = 10_000;

const ofQueue = ['project', 'queue', 'status'] as const;

/** What the database says about the whole installation. Every scheduler tells the same: take the maximum, not the sum. */
export const INSTALLATION_METRICS = {
  depth: gauge('rota_queue_depth', `Live jobs by queue and status, at most ${MAX_DEPTH}`, {
    labels: ofQueue,
    unit: 'jobs',
  }),
  oldestAge: gauge(
    'rota_queue_oldest_age_seconds',
    'Age of the job of a queue that has been longest due (queued, scheduled) or in work (claimed, running)',
    { labels: ofQueue, unit: 'seconds' },
  ),
  workers: gauge('rota_workers', 'Workers by state', { labels: ['state'], unit: 'workers' }),
  slots: gauge('rota_worker_slots', 'Slots of all live workers', { unit: 'jobs' }),
  openLetters: gauge(
    'rota_dead_letters_open',
    `Dead letters that nobody has replayed or discarded, at most ${MAX_LETTERS}`,
    {
      unit: 'letters',
    },
  ),
  oldestTransaction: gauge(
    'rota_database_oldest_transaction_seconds',
    'Age of the oldest transaction in this database that its owner may see; an old one keeps vacuum from its work',
    { unit: 'seconds' },
  ),
  deadTuples: gauge(
    'rota_table_dead_tuples',
    'Dead rows that vacuum has not removed yet, as PostgreSQL estimates them',
    {
      labels: ['table'],
      unit: 'rows',
    },
  ),
  liveTuples: gauge('rota_table_live_tuples', 'Rows of a table, as PostgreSQL estimates them', {
    labels: ['table'],
    unit: 'rows',
  }),
};

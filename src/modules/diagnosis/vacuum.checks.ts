import type { Session } from '../../platform/database/index.js';
import { type CheckResult, duration, fail, ok, warn } from './check.js';

const LONG_SECONDS = 60;
const ENDLESS_SECONDS = 900;
const MANY_DEAD = 50_000;
const OLD_TRANSACTIONS = 1_000_000_000;

const HOT_TABLES = `
  SELECT s.relname AS name, s.n_live_tup::float8 AS live, s.n_dead_tup::float8 AS dead,
    extract(epoch FROM now() - greatest(s.last_autovacuum, s.last_vacuum))::float8 AS "vacuumedSecondsAgo"
  FROM pg_stat_user_tables s WHERE s.schemaname = 'public' AND s.relname IN ('live_jobs', 'workers', 'enqueue_leases')`;

/** What keeps vacuum from removing dead rows: an open transaction, a prepared one, a slot that nobody reads. */
const HORIZON = `
  SELECT 'session ' || a.pid || coalesce(' of ' || nullif(a.application_name, ''), '') AS holder,
    extract(epoch FROM now() - a.xact_start)::float8 AS seconds
  FROM pg_stat_activity a
  WHERE a.xact_start IS NOT NULL AND a.pid <> pg_backend_pid() AND a.backend_type = 'client backend' AND a.datname = current_database()
  UNION ALL
  SELECT 'prepared transaction ' || p.gid, extract(epoch FROM now() - p.prepared)::float8 FROM pg_prepared_xacts p
  ORDER BY 2 DESC LIMIT 1`;

const SLOTS = `
  SELECT r.slot_name AS name FROM pg_replication_slots r
  WHERE NOT r.active AND (r.xmin IS NOT NULL OR r.catalog_xmin IS NOT NULL OR r.restart_lsn IS NOT NULL) LIMIT 5`;

const AGE = 'SELECT age(datfrozenxid)::float8 AS age FROM pg_database WHERE datname = current_database()';

interface HotTable {
  readonly name: string;
  readonly live: number;
  readonly dead: number;
  readonly vacuumedSecondsAgo: number | null;
}

export async function checkVacuum(session: Session): Promise<CheckResult[]> {
  const tables = await session.query<HotTable>(HOT_TABLES);
  const [holder] = await session.query<{ holder: string; seconds: number }>(HORIZON);
  const slots = await session.query<{ name: string }>(SLOTS);
  const [age] = await session.query<{ age: number }>(AGE);
  return [deadRows(tables), horizon(holder), ...idleSlots(slots), ...wraparound(age?.age ?? 0)];
}

function deadRows(tables: readonly HotTable[]): CheckResult {
  const worst = tables.toSorted((one, other) => other.dead - one.dead)[0];
  if (!worst) return warn('autovacuum', 'there are no statistics of the hot tables', 'see whether track_counts is on');
  const ago =
    worst.vacuumedSecondsAgo === null ? 'not vacuumed yet' : `vacuumed ${duration(worst.vacuumedSecondsAgo)} ago`;
  const detail = `${worst.name} has ${worst.dead} dead rows beside ${worst.live}, ${ago}`;
  if (worst.dead < MANY_DEAD || worst.dead < worst.live) return ok('autovacuum', detail);
  return warn(
    'autovacuum',
    detail,
    'look for what holds them (below), then for workers of autovacuum that are busy elsewhere',
  );
}

function horizon(holder: { holder: string; seconds: number } | undefined): CheckResult {
  if (!holder || holder.seconds < LONG_SECONDS) return ok('transactions', 'none has been open for a minute');
  const detail = `${holder.holder} has been open for ${duration(holder.seconds)}`;
  const advice = 'end it: while it is open no dead row can be removed, and queues slow down';
  return holder.seconds < ENDLESS_SECONDS ? warn('transactions', detail, advice) : fail('transactions', detail, advice);
}

function idleSlots(slots: readonly { name: string }[]): CheckResult[] {
  if (slots.length === 0) return [];
  const names = slots.map(({ name }) => name).join(', ');
  return [
    warn(
      'replication slots',
      `nobody reads ${names}`,
      'start the reader or drop the slot: it holds WAL, and maybe dead rows',
    ),
  ];
}

function wraparound(age: number): CheckResult[] {
  if (age < OLD_TRANSACTIONS) return [];
  return [
    fail(
      'transaction ids',
      `the oldest is ${age} transactions back`,
      'run VACUUM (FREEZE) before the database stops taking writes',
    ),
  ];
}

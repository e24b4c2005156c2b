import { CLAIM_ORDER, FLIGHT_ORDER } from '../queues/index.js';

/** Where the candidates of a list come from. */
export type CandidateSource = 'project' | 'queue' | 'scheduled' | 'queued' | 'in-flight' | 'final';

/** Sets up to this size are read whole and sorted; of a larger one, all jobs of the project or queue are walked by id instead. */
const MAX_SET = 10_000;

/** $4 = before this id, $5 = from this id on, $6 = how many. */
const range = (id: string): string => `${id} < $4::uuid AND ${id} >= $5::uuid`;

interface Walk {
  readonly from: string;
  /** Leading columns of the index, and what they are held against. */
  readonly within: readonly (readonly [column: string, value: string])[];
  readonly id: string;
  readonly where?: string;
}

/**
 * By whole rows of the index and in its order, never by `project_id = $1 ORDER BY id`: statistics from before another tenant grew
 * would favour the primary key then, and the page would walk over everything that others have.
 */
const walk = ({ from, within, id, where = 'true' }: Walk): string => {
  const columns = [...within.map(([column]) => column), id];
  const key = `(${columns.join(', ')})`;
  const bound = (last: string): string => `(${[...within.map(([, value]) => value), last].join(', ')})`;
  return `
  full_set AS (SELECT true AS ok),
  examined AS MATERIALIZED (
    SELECT ${id} AS id FROM ${from} WHERE ${where} AND ${key} < ${bound('$4::uuid')} AND ${key} >= ${bound('$5::uuid')}
    ORDER BY ${columns.map((column) => `${column} DESC`).join(', ')} LIMIT $6
  )`;
};

/** An index by queue has the rows of one tenant together, but not in id order. Queue by queue, so that no other one is scanned. */
const set = (condition: string, order: string): string => `
  all_of AS MATERIALIZED (
    SELECT o.job_id AS id
    FROM (SELECT q.id FROM queues q WHERE q.project_id = $1 AND ($2::uuid IS NULL OR q.id = $2) OFFSET 0) own
    CROSS JOIN LATERAL (
      SELECT l.job_id FROM live_jobs l WHERE l.queue_id = own.id AND ${condition} ORDER BY ${order} LIMIT ${MAX_SET + 1}
    ) o
    LIMIT ${MAX_SET + 1}
  ),
  full_set AS (SELECT count(*) <= ${MAX_SET} AS ok FROM all_of),
  examined AS MATERIALIZED (
    SELECT a.id FROM all_of a WHERE ${range('a.id')} AND (SELECT f.ok FROM full_set f) ORDER BY a.id DESC LIMIT $6
  )`;

const SOURCES: Readonly<Record<CandidateSource, string>> = {
  project: walk({ from: 'jobs j', within: [['j.project_id', '$1::uuid']], id: 'j.id' }),
  queue: walk({ from: 'jobs j', within: [['j.queue_id', '$2::uuid']], id: 'j.id' }),
  scheduled: walk({
    from: 'live_jobs l',
    within: [['l.project_id', '$1::uuid']],
    id: 'l.job_id',
    where: `l.status = 'scheduled'`,
  }),
  queued: set(`l.status = 'queued'`, CLAIM_ORDER),
  // The first condition is that of the index.
  'in-flight': set(`l.status IN ('claimed', 'running') AND l.status = $3::text::live_status`, FLIGHT_ORDER),
  // A job that was replayed has several final rows, side by side in this order.
  final: walk({
    from: 'job_executions e',
    within: [
      ['e.project_id', '$1::uuid'],
      ['e.final_status', '$3::text::final_status'],
    ],
    id: 'e.job_id',
    where: 'e.final_status IS NOT NULL',
  }),
};

/** The head of a statement: the CTEs `examined` (ids, perhaps repeated) and `full_set` (false: too large, walk the project or the queue). */
export function candidatesOf(source: CandidateSource): string {
  return `WITH ${SOURCES[source]}`;
}

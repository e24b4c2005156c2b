/** Where the candidates of a list come from. */
export type CandidateSource = 'project' | 'queue' | 'live' | 'queued' | 'in-flight' | 'final';

/** Sets up to this size are read whole and sorted; a larger one is walked by id instead. */
const MAX_SET = 10_000;

/** $4 = before this id, $5 = from this id on, $6 = how many. */
const range = (id: string): string => `${id} < $4::uuid AND ${id} >= $5::uuid`;

const walk = (from: string, id: string): string => `
  full_set AS (SELECT true AS ok),
  examined AS MATERIALIZED (SELECT ${id} AS id ${from} AND ${range(id)} ORDER BY ${id} DESC LIMIT $6)`;

/** An index by queue has the rows of one tenant together, but not in id order. */
const set = (condition: string): string => `
  all_of AS MATERIALIZED (
    SELECT l.job_id AS id FROM live_jobs l
    WHERE l.queue_id = ANY (ARRAY(SELECT q.id FROM queues q WHERE q.project_id = $1 AND ($2::uuid IS NULL OR q.id = $2)))
      AND ${condition} LIMIT ${MAX_SET + 1}
  ),
  full_set AS (SELECT count(*) <= ${MAX_SET} AS ok FROM all_of),
  examined AS MATERIALIZED (
    SELECT a.id FROM all_of a WHERE ${range('a.id')} AND (SELECT f.ok FROM full_set f) ORDER BY a.id DESC LIMIT $6
  )`;

const SOURCES: Readonly<Record<CandidateSource, string>> = {
  project: walk('FROM jobs j WHERE j.project_id = $1', 'j.id'),
  queue: walk('FROM jobs j WHERE j.queue_id = $2', 'j.id'),
  // All tenants' live rows, newest first: the last resort, for a tenant whose own set is too large to sort.
  live: walk('FROM live_jobs l WHERE true', 'l.job_id'),
  queued: set(`l.status = 'queued'`),
  'in-flight': set(`l.status IN ('claimed', 'running')`),
  // A job that was replayed has several final rows, side by side in this order.
  final: walk(
    'FROM job_executions e WHERE e.project_id = $1 AND e.final_status IS NOT NULL AND e.final_status = $3::text::final_status',
    'e.job_id',
  ),
};

/** The head of a statement: the CTEs `examined` (ids, perhaps repeated) and `full_set` (false: too large, take the source `live`). */
export function candidatesOf(source: CandidateSource): string {
  return `WITH ${SOURCES[source]}`;
}

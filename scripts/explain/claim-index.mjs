// What each column of the claim's index is worth: the index is built anew without it, in a transaction that is thrown away.
import { likePool, planShape } from './session.mjs';

const WHERE = `WHERE status = 'queued'`;
const VARIANTS = [
  {
    title: 'as it is: `(queue_id, priority DESC, run_at, job_id)`',
    columns: 'queue_id, priority DESC, run_at, job_id',
  },
  { title: 'without `queue_id`', columns: 'priority DESC, run_at, job_id' },
  { title: 'without `priority`', columns: 'queue_id, run_at, job_id' },
  { title: 'without `run_at`', columns: 'queue_id, priority DESC, job_id' },
  { title: 'without `job_id`', columns: 'queue_id, priority DESC, run_at' },
  { title: 'not partial', columns: 'queue_id, priority DESC, run_at, job_id', where: '' },
  { title: 'no index at all', columns: null },
];

/** One entry per variant: title, whether the plan sorts, what bounds the scan, and (if asked) time and buffers. */
export async function claimIndexVariants(client, statement, isMeasured) {
  await likePool(client, 'hot');
  const results = [];
  for (const { title, columns, where = WHERE } of VARIANTS) {
    await client.query('BEGIN');
    try {
      await client.query('DROP INDEX live_jobs_claim');
      if (columns !== null) await client.query(`CREATE INDEX live_jobs_claim ON live_jobs (${columns}) ${where}`);
      const shape = await planShape(client, statement);
      const exact = shape.slice(0, shape.indexOf('NOT r.is_exact'));
      results.push({
        title,
        sorts: /Sort Key: .*run_at/.test(shape),
        scan:
          /(Index Scan using \w+|Index Only Scan using \w+|Bitmap Heap Scan|Seq Scan) on live_jobs l\b/.exec(
            exact,
          )?.[1] ?? 'other',
        cost: isMeasured ? await inSavepoint(client, () => measureHere(client, statement)) : undefined,
      });
    } finally {
      await client.query('ROLLBACK');
    }
  }
  return results;
}

async function inSavepoint(client, work) {
  await client.query('SAVEPOINT variant');
  const result = await work();
  await client.query('ROLLBACK TO variant');
  return result;
}

async function measureHere(client, { text, values }) {
  const runs = [];
  for (let run = 0; run < 5; run += 1) {
    await client.query('SAVEPOINT run');
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`, values);
    await client.query('ROLLBACK TO run');
    const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN'];
    runs.push({ ms, buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] });
  }
  return runs.toSorted((a, b) => a.ms - b.ms)[2];
}

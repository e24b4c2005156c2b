import path from 'node:path';
import { projectRoot } from '../bootstrap/project-root.mjs';

const { hotSettings, sessionSettings } = await import(
  path.join(projectRoot, 'dist', 'src', 'platform', 'database', 'session-settings.js')
);
const TIMEOUT_MS = 60_000;

/** Gives a connection the settings of one of Rota's pools. */
export async function likePool(client, pool) {
  await client.query('DISCARD ALL');
  await client.query(pool === 'hot' ? hotSettings(TIMEOUT_MS) : sessionSettings(TIMEOUT_MS));
}

/** Runs `work` in a transaction that is thrown away, under the settings that the statement's own transaction has. */
export async function thrownAway(client, settings, work) {
  await client.query('BEGIN');
  try {
    for (const setting of settings) await client.query(setting);
    return await work();
  } finally {
    await client.query('ROLLBACK');
  }
}

/** The plan without costs: nodes, indexes, conditions. Hot statements run with the generic plan; the others are planned for their values. */
export async function planShape(client, { pool, text, values }) {
  const { rows } =
    pool === 'hot'
      ? await client.query(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`)
      : await client.query(`EXPLAIN (COSTS OFF) ${text}`, values);
  return rows.map((row) => shortened(row['QUERY PLAN'])).join('\n');
}

/** Values are not part of a shape: an id or a time of this seeding would make each generation another. */
const shortened = (line) =>
  line.replaceAll(/'[0-9a-f]{8}-[0-9a-f-]{27}'/g, "'…'").replaceAll(/'\d{4}-\d\d-\d\d [^']*'/g, "'…'");

const REPEATS = 5;

/** Median time of a run in milliseconds with its buffers and WAL, each in a transaction that is thrown away. */
export async function measure(client, { text, values, settings }) {
  const runs = [];
  for (let run = 0; run < REPEATS; run += 1) {
    runs.push(
      await thrownAway(client, settings, async () => {
        const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, WAL, TIMING OFF, FORMAT JSON) ${text}`, values);
        const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN'];
        const buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
        return { ms, buffers, walBytes: plan['WAL Bytes'] ?? 0, rows: plan['Actual Rows'] };
      }),
    );
  }
  return runs.toSorted((a, b) => a.ms - b.ms)[REPEATS >> 1];
}

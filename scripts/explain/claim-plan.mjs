import { claimStatement } from './statements.mjs';
import { likePool, thrownAway } from './session.mjs';

/** The claim's plan with what it really did, for `npm run bench:drain -- --plan`. */
export async function explainClaim(client, queueId) {
  const { text, values, settings } = await claimStatement({ queueId, workerId: queueId });
  await likePool(client, 'hot');
  const { rows } = await thrownAway(client, settings, () => client.query(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values));
  await client.query('DISCARD ALL');
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

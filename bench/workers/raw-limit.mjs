// The raw limit: Rota's own claim and finish statements on two connections of node-postgres, and nothing around them.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { inBuild, inProject } from '../lab/paths.mjs';
import { handled } from './probe.mjs';

const BATCH = 1_000;
const QUEUES_PER_CLAIM = 500;
const MAX_UNFINISHED = 3_000;
const LEASE_MS = 30_000;
const ZERO_ID = '00000000-0000-0000-0000-000000000000';

const { hotSettings } = await import(inBuild('platform', 'database', 'session-settings.js'));
const { uuidArray } = await import(inBuild('platform', 'database', 'pg-array.js'));
const { jobsOf } = await import(inBuild('modules', 'claiming', 'claim-answer.js'));
const statement = (name) => ({
  name,
  text: readFileSync(inProject('src', 'modules', 'claiming', 'sql', `${name}.sql`), 'utf8').replace(
    /^(--[^\n]*\n)+/,
    '',
  ),
});
const CLAIM = statement('claim-jobs');
const FINISH = statement('complete-jobs');

const connect = async () => {
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(hotSettings(15_000));
  return client;
};
const [claims, finishes] = await Promise.all([connect(), connect()]);
const workerId = randomUUID();
const queueIds = (await claims.query('SELECT id FROM queues')).rows.map((row) => row.id);
const unclaimed = [...queueIds];
const done = [];
const stopping = new AbortController();
let last = { runAt: '-infinity', jobId: ZERO_ID };

process.once('SIGTERM', () => stopping.abort());
await Promise.all([claimLoop(), finishLoop()]);
await Promise.all([claims.end(), finishes.end()]);
process.exit(0);

async function claimLoop() {
  while (!stopping.signal.aborted) {
    const jobs = done.length < MAX_UNFINISHED ? await nextJobs() : [];
    const startedAtMs = performance.now();
    for (const job of jobs) {
      handled();
      if (job.runAt > last.runAt || (job.runAt === last.runAt && job.jobId > last.jobId)) last = job;
      done.push({ job, startedAtMs });
    }
    if (jobs.length === 0) await delay(1);
  }
}

/** Many queues are taken in turn, a few hundred a claim, and none is looked at again. */
function nextJobs() {
  return queueIds.length === 1 ? claimFromOne(queueIds[0]) : claimFromSome(unclaimed.splice(0, QUEUES_PER_CLAIM));
}

/** One known priority with its cursor, and the gaps above and below. */
function claimFromOne(queueId) {
  return claim([
    [queueId],
    [BATCH],
    [1],
    [3],
    [false, true, false],
    [32_000, 0, 0],
    [0, 0, -32_000],
    ['-infinity', last.runAt, '-infinity'],
    [ZERO_ID, last.jobId, ZERO_ID],
  ]);
}

async function claimFromSome(ids) {
  if (ids.length === 0) return [];
  const each = (value) => arrayOf(ids, () => value);
  return claim([arrayOf(ids, (id) => id), each(BATCH / QUEUES_PER_CLAIM), each(0), each(0), [], [], [], [], []]);
}

async function claim(queuesAndRanges) {
  const { rows } = await claims.query({ ...CLAIM, values: [...queuesAndRanges, workerId, LEASE_MS] });
  return jobsOf(rows[0]);
}

function arrayOf(batch, valueOf) {
  return `{${batch.map(valueOf).join(',')}}`;
}

async function finishLoop() {
  while (!stopping.signal.aborted) {
    const batch = done.splice(0, BATCH);
    if (batch.length === 0) {
      await delay(1);
      continue;
    }
    const nowMs = performance.now();
    const agoUs = arrayOf(batch, ({ startedAtMs }) => Math.round((nowMs - startedAtMs) * 1_000));
    await finishes.query({
      ...FINISH,
      values: [
        uuidArray(batch.map(({ job }) => job.jobId)),
        uuidArray(batch.map(({ job }) => job.leaseToken)),
        agoUs,
        agoUs,
        null,
      ],
    });
  }
}

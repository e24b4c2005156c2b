// npm run bench:drain -- [--jobs 50000] [--capacity 24] [--workers 1] [--queues 1] [--stats analysed|never|empty] [--plan] [--profile] [--json]
// Drains no-op jobs with Rota alone and prints jobs/s, CPU per job of worker and server, WAL per job; --plan adds the claim's plan on
// 100,000 rows. --stats empty analyses the tables while they are empty and leaves them so: what autovacuum makes of a drained queue.
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Rota } from './contestants/rota.mjs';
import { ensureBuild } from '../scripts/build.mjs';
import { inBench } from './lab/paths.mjs';
import { PostgresLab } from './lab/postgres.mjs';
import { drainOnce } from './measures/drain.mjs';

const { values: options } = parseArgs({
  options: {
    jobs: { type: 'string', default: '50000' },
    capacity: { type: 'string', default: '24' },
    workers: { type: 'string', default: '1' },
    queues: { type: 'string', default: '1' },
    stats: { type: 'string', default: 'analysed' },
    plan: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const PLAN_ROWS = 100_000;

await ensureBuild();
const lab = await PostgresLab.start();
try {
  if (options.plan) console.log(`${await claimPlan()}\n`);
  const { timeline: _, ...result } = await drain();
  console.log(options.json ? JSON.stringify(result) : table(result));
} finally {
  await lab.stop();
}

async function drain() {
  const jobs = Number(options.jobs);
  const rota = new Rota(lab, {
    capacity: Number(options.capacity),
    queues: Number(options.queues),
    execArgv: options.profile ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder()}`] : [],
  });
  try {
    await rota.open();
    if (options.stats !== 'analysed') await freezeStatistics(rota.database.client);
    await rota.database.addJobs(jobs, { isAnalysed: options.stats === 'analysed' });
    return await drainOnce(rota, { jobs, workers: Number(options.workers) });
  } finally {
    await rota.close();
  }
}

/** Without statistics, or with those of empty tables: the state must last for the whole run. */
async function freezeStatistics(client) {
  if (options.stats === 'empty') await client.query('ANALYZE');
  for (const name of ['jobs', 'live_jobs', 'job_executions']) {
    await client.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
  }
}

function profileFolder() {
  mkdirSync(inBench('profiles'), { recursive: true });
  return inBench('profiles');
}

async function claimPlan() {
  const { explainClaim } = await import('../scripts/explain/claim-plan.mjs');
  const rota = new Rota(lab);
  try {
    await rota.open();
    await rota.database.addJobs(PLAN_ROWS);
    return await explainClaim(rota.database.client, rota.database.queueIds[0]);
  } finally {
    await rota.close();
  }
}

function table(result) {
  const text = (value) => {
    if (Array.isArray(value)) return value.join(' ');
    return typeof value === 'number' ? String(Math.round(value * 100) / 100) : String(value);
  };
  return Object.entries(result)
    .map(([name, value]) => `${name.padEnd(16)} ${text(value)}`)
    .join('\n');
}

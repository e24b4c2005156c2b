import { setTimeout as delay } from 'node:timers/promises';
import { GraphileWorker } from '../contestants/graphile-worker.mjs';
import { Rota } from '../contestants/rota.mjs';
import { RotaDirect } from '../contestants/rota-direct.mjs';
import { goal } from '../lab/report-parts.mjs';
import { interleave } from '../lab/rounds.mjs';
import { percentile } from '../lab/statistics.mjs';
import { WorkerProcess } from '../lab/worker-processes.mjs';
import { nowMs } from '../workers/probe.mjs';

const PER_ROUND = 60;
/** Longer than the pause in which Rota joins its hints, and at random, so that no poll is in step. */
const pauseMs = () => 120 + Math.random() * 120;

/** From the call that stores a job to the first line of its handler, with a worker that has nothing else to do. */
export const latency = {
  name: 'latency',
  title: 'Pickup latency on an idle system',
  async run({ lab, rounds = 4, scale }) {
    const count = Math.max(10, Math.round(PER_ROUND * scale));
    const subjects = [
      new Rota(lab),
      new Rota(lab, { name: 'rota.default', capacity: null }),
      new GraphileWorker(lab),
      new GraphileWorker(lab, { name: 'graphile-worker.unbatched', preset: { concurrentJobs: 10, maxPoolSize: 12 } }),
    ];
    const results = await interleave(subjects, { rounds, run: (subject) => pickups(subject, count) });
    const all = (name) => results.get(name).flatMap((run) => run.pickups);
    const best = (share) =>
      Math.min(...['graphile-worker', 'graphile-worker.unbatched'].map((name) => percentile(all(name), share)));
    const ratio = (name, share) => ({ median: percentile(all(name), share) / best(share) });
    return {
      table: {
        columns: ['', 'p50 ms', 'p90 ms', 'p99 ms', 'greatest', 'jobs'],
        rows: subjects.map(({ name, title, settings }) => [
          `${title}, ${settings}`,
          ...[0.5, 0.9, 0.99, 1].map((share) => percentile(all(name), share).toFixed(2)),
          String(all(name).length),
        ]),
      },
      goals: [
        goal('p50 against graphile-worker', ratio('rota', 0.5), { must: 1, isMost: true }),
        goal('p99 against graphile-worker', ratio('rota', 0.99), { must: 1, isMost: true }),
        goal('p50 as shipped', ratio('rota.default', 0.5), { must: 1, isMost: true }),
        goal('p99 as shipped', ratio('rota.default', 0.99), { must: 1, isMost: true }),
      ],
      remarks: [
        'The same path for both: the enqueueing code is called in the measuring process (Rota: the store and the hint that its api uses; graphile-worker: `addJob`), and the clock runs from before that call to the first line of the handler in the worker process. One job at a time, 120 to 240 ms apart. Rota is compared with the better of graphile-worker’s two configurations.',
      ],
    };
  },
};

async function pickups(subject, count) {
  let worker;
  let direct;
  try {
    await subject.open();
    if (subject instanceof Rota) {
      const { rows } = await subject.database.client.query('SELECT id, project_id AS "projectId" FROM queues');
      direct = new RotaDirect(subject.url, rows[0]);
    }
    const enqueue = (payload) => (direct ?? subject).enqueue(payload);
    worker = new WorkerProcess(subject.worker());
    // The first jobs warm up both sides and are not counted.
    const warmUp = 10;
    for (let sent = 0; sent < warmUp + count; sent += 1) {
      await delay(sent === 0 ? 3_000 : pauseMs());
      await enqueue({ sentAtMs: nowMs() });
    }
    for (let tries = 0; worker.pickups.length < warmUp + count && tries < 200; tries += 1) await delay(50);
    if (worker.pickups.length !== warmUp + count)
      throw new Error(`${worker.pickups.length} of ${warmUp + count} jobs picked up`);
    return { pickups: worker.pickups.slice(warmUp) };
  } finally {
    await worker?.stop();
    await direct?.close();
    await subject.close();
  }
}

const IDLE_SECONDS = 20;

/** What a worker asks of the database when there is nothing to do. */
export const idle = {
  name: 'idle',
  title: '1,000 idle queues',
  settings: { shared_preload_libraries: 'pg_stat_statements' },
  async run({ lab, scale }) {
    const queues = Math.max(1, Math.round(1_000 * scale));
    const subject = new Rota(lab, { queues });
    let worker;
    try {
      await subject.open();
      const { client } = subject.database;
      await client.query('ANALYZE');
      await client.query('CREATE EXTENSION pg_stat_statements');
      worker = new WorkerProcess(subject.worker());
      await subject.database.untilWorkers(1);
      await delay(5_000);
      await client.query('SELECT pg_stat_statements_reset()');
      const cpuBefore = worker.cpuSeconds;
      const startedAtMs = nowMs();
      await delay(IDLE_SECONDS * 1_000);
      const seconds = (nowMs() - startedAtMs) / 1_000;
      const cpuShare = (worker.cpuSeconds - cpuBefore) / seconds;
      const perSecond = (await queriesSinceReset(client)) / seconds;
      return {
        table: {
          columns: ['', 'queries/s', 'worker CPU'],
          rows: [[`worker, ${queues} queues, nothing to do`, perSecond.toFixed(2), `${(cpuShare * 100).toFixed(2)} %`]],
        },
        goals: [goal('queries a second', { median: perSecond }, { must: 3, isMost: true })],
        remarks: [`Statements over ${IDLE_SECONDS} s, counted by \`pg_stat_statements\`.`],
      };
    } finally {
      await worker?.stop();
      await subject.close();
    }
  },
};

/** All statements of the database's sessions but the measuring one's own reset. */
async function queriesSinceReset(client) {
  const { rows } = await client.query(
    `SELECT coalesce(sum(s.calls), 0)::float8 AS calls
     FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
     WHERE d.datname = current_database() AND s.query NOT LIKE '%pg_stat_statements%'`,
  );
  return rows[0].calls;
}

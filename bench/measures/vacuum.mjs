import { setTimeout as delay } from 'node:timers/promises';
import { Rota } from '../contestants/rota.mjs';
import { goal, whole } from '../lab/report-parts.mjs';
import { WorkerProcess } from '../lab/worker-processes.mjs';
import { nowMs } from '../workers/probe.mjs';

const RUN_MS = 120_000;
/** Jobs that wait in a queue that is paused: PostgreSQL's own settings let a fifth of them die before they clear away. */
const BACKLOG = 1_000_000;
const WINDOW_MS = 30_000;
const FEED_EVERY_MS = 100;
const JOBS_PER_FEED = 500;
const HOT_TABLE = 'live_jobs';

/** A queue that moves beside a deep one that does not: every job leaves dead entries, and only vacuum takes them away. */
export const autovacuum = {
  name: 'autovacuum',
  title: 'The hot table under a steady load beside a backlog, with its vacuum settings and with PostgreSQL’s own',
  // The server looks at its tables once a minute; as often as that, a short run would mostly show when it looked.
  settings: { autovacuum_naptime: '10s' },
  async run({ lab, scale }) {
    const runMs = Math.max(3 * FEED_EVERY_MS, RUN_MS * scale);
    const backlog = Math.round(BACKLOG * scale);
    const subjects = [
      Object.assign(new Rota(lab, { name: 'rota.shipped', queues: 2 }), { title: 'as shipped', isReset: false }),
      Object.assign(new Rota(lab, { name: 'rota.reset', queues: 2 }), {
        title: 'PostgreSQL’s defaults',
        isReset: true,
      }),
    ];
    const results = [];
    for (const subject of subjects) results.push(await steadyLoad(lab, subject, { runMs, backlog }));
    const [shipped, reset] = results;
    return {
      table: {
        columns: [
          '',
          'jobs',
          'table, MB',
          'its indexes, MB',
          'dead rows at the end',
          'vacuums',
          'server µs per job, first 30 s',
          'last 30 s',
        ],
        rows: subjects.map(({ title }, index) => {
          const { jobs, heapMb, indexMb, dead, vacuums, firstUs, lastUs } = results[index];
          return [
            title,
            whole(jobs),
            heapMb.toFixed(1),
            indexMb.toFixed(1),
            whole(dead),
            String(vacuums),
            whole(firstUs),
            whole(lastUs),
          ];
        }),
      },
      goals: [
        goal(
          'size as shipped against the defaults',
          { median: sizeOf(shipped) / sizeOf(reset) },
          { must: 1, isMost: true },
        ),
        goal(
          'server CPU per job, last 30 s against first 30 s',
          { median: shipped.lastUs / shipped.firstUs },
          { must: 1.1, isMost: true },
        ),
      ],
      remarks: [
        `${whole(backlog)} jobs wait in a paused queue, and about ${whole((1_000 / FEED_EVERY_MS) * JOBS_PER_FEED)} a second go through another for ${Math.round(runMs / 1_000)} s, with one worker; autovacuum_naptime 10 s.`,
      ],
    };
  },
};

const sizeOf = ({ heapMb, indexMb }) => heapMb + indexMb;

async function steadyLoad(lab, subject, { runMs, backlog }) {
  let worker;
  try {
    await subject.open();
    const { database } = subject;
    const [moving, still] = database.queueIds;
    if (subject.isReset) await resetVacuumSettings(database.client);
    await database.client.query('UPDATE queues SET paused_at = now() WHERE id = $1', [still]);
    await database.addJobs(backlog, { queueIds: [still] });
    worker = new WorkerProcess(subject.worker());
    await database.untilWorkers(1);
    const window = Math.min(WINDOW_MS, runMs / 3);
    const marks = [];
    const mark = () => marks.push({ handled: worker.probe.handled, cpu: lab.cpuSeconds() });
    const startedAtMs = nowMs();
    const pointsMs = [0, window, runMs - window, runMs];
    while (marks.length < pointsMs.length) {
      if (nowMs() - startedAtMs >= pointsMs[marks.length]) mark();
      await database.addJobs(JOBS_PER_FEED, { queueIds: [moving], isAnalysed: false });
      await delay(FEED_EVERY_MS);
    }
    return { jobs: worker.probe.handled, ...microseconds(marks), ...(await standing(database.client)) };
  } finally {
    await worker?.stop();
    await subject.close();
  }
}

function microseconds([start, early, late, end]) {
  const perJob = (from, to) => ((to.cpu - from.cpu) / (to.handled - from.handled)) * 1e6;
  return { firstUs: perJob(start, early), lastUs: perJob(late, end) };
}

async function resetVacuumSettings(client) {
  const { rows } = await client.query(
    `SELECT split_part(o, '=', 1) AS name FROM pg_class c, unnest(c.reloptions) o WHERE c.relname = $1 AND o LIKE 'autovacuum%'`,
    [HOT_TABLE],
  );
  await client.query(`ALTER TABLE ${HOT_TABLE} RESET (${rows.map(({ name }) => name).join(', ')})`);
}

async function standing(client) {
  const { rows } = await client.query(
    `SELECT pg_relation_size(relid)::float8 / 1048576 AS "heapMb", pg_indexes_size(relid)::float8 / 1048576 AS "indexMb",
            n_dead_tup::int AS dead, autovacuum_count::int AS vacuums
     FROM pg_stat_user_tables WHERE relname = $1`,
    [HOT_TABLE],
  );
  return rows[0];
}

import { freePort } from '../../scripts/free-ports.mjs';
import { GraphileWorker } from '../contestants/graphile-worker.mjs';
import { RotaDatabase } from '../contestants/rota-database.mjs';
import { RotaApi, untilAnswers } from '../contestants/rota-api.mjs';
import { RotaDirect } from '../contestants/rota-direct.mjs';
import { loadUntil } from '../lab/http-load.mjs';
import { inBench } from '../lab/paths.mjs';
import { PAYLOAD } from '../lab/payload.mjs';
import { goal, whole } from '../lab/report-parts.mjs';
import { interleave, ratioOf } from '../lab/rounds.mjs';
import { median, percentile, spread } from '../lab/statistics.mjs';
import { WorkerProcess } from '../lab/worker-processes.mjs';

const WARM_UP_MS = 1_500;
const MEASURE_MS = 5_000;
const BULK = 1_000;

const job = { queue: 'bench-1', handler: 'bench', payload: PAYLOAD };

/** `callers` loops of calls, each call of `perCall` items, for the time of a run; answers items per second. */
async function rate(callers, perCall, call) {
  const run = async (untilMs) => {
    let calls = 0;
    const loop = async () => {
      while (performance.now() < untilMs) {
        await call();
        calls += 1;
      }
    };
    await Promise.all(Array.from({ length: callers }, loop));
    return calls;
  };
  await run(performance.now() + WARM_UP_MS);
  const startedAtMs = performance.now();
  const calls = await run(startedAtMs + MEASURE_MS);
  return { jobsPerSecond: (calls * perCall) / ((performance.now() - startedAtMs) / 1_000) };
}

async function restRate({ port, path, token, body, connections, perCall = 1 }) {
  await loadUntil({ port, path, token, body, connections, untilMs: performance.now() + WARM_UP_MS });
  const startedAtMs = performance.now();
  const times = await loadUntil({ port, path, token, body, connections, untilMs: startedAtMs + MEASURE_MS });
  const jobsPerSecond = (times.length * perCall) / ((performance.now() - startedAtMs) / 1_000);
  return { jobsPerSecond, p95Ms: percentile(times, 0.95) };
}

async function withApi(lab, work) {
  const api = await RotaApi.start(lab);
  try {
    return await work(api);
  } finally {
    await api.stop();
  }
}

async function withQueue(lab, work) {
  const database = await RotaDatabase.create(lab, 'bench_rota_direct');
  try {
    const { rows } = await database.client.query('SELECT id, project_id AS "projectId" FROM queues');
    return await work({ url: database.url, queue: rows[0] });
  } finally {
    await database.drop();
  }
}

function withDirect(lab, work) {
  return withQueue(lab, async ({ url, queue }) => {
    const direct = new RotaDirect(url, queue);
    try {
      return await work(direct);
    } finally {
      await direct.close();
    }
  });
}

async function withPeer(lab, work) {
  const peer = new GraphileWorker(lab);
  try {
    await peer.open();
    return await work(peer);
  } finally {
    await peer.close();
  }
}

function table(subjects, results, unit) {
  return {
    columns: ['', unit, 'min–max', 'p95 ms', 'runs'],
    rows: subjects.map(({ name, title }) => {
      const values = results.get(name).map((run) => run.jobsPerSecond);
      const { median: middle, min, max } = spread(values);
      const p95s = results.get(name).map((run) => run.p95Ms);
      const p95 = p95s[0] === undefined ? '–' : median(p95s).toFixed(1);
      return [title, whole(middle), `${whole(min)}–${whole(max)}`, p95, String(values.length)];
    }),
  };
}

/** One job a request. */
export const singleEnqueue = {
  name: 'single-enqueue',
  title: 'Single enqueue',
  async run({ lab, rounds = 3 }) {
    const subjects = [
      {
        name: 'rest',
        title: 'Rota over REST, 50 connections',
        run: () =>
          withApi(lab, (api) => {
            const { port, token } = api;
            return restRate({ port, token, path: api.path('/jobs'), body: JSON.stringify(job), connections: 50 });
          }),
      },
      {
        name: 'get',
        title: 'an authenticated GET of a queue over REST, 50 connections',
        run: () =>
          withApi(lab, (api) => {
            const { port, token } = api;
            return restRate({ port, token, path: api.path('/queues/bench-1'), connections: 50 });
          }),
      },
      {
        name: 'bare',
        title: 'bare Fastify route, same validation, nothing stored, 50 connections',
        run: () => bareRoute(),
      },
      {
        name: 'storing',
        title: 'the same route that stores by Rota’s statement in Rota’s batches, and does nothing else',
        run: () => withQueue(lab, ({ url, queue }) => bareRoute({ DATABASE_URL: url, QUEUE: JSON.stringify(queue) })),
      },
      {
        name: 'graphile-worker',
        title: 'graphile-worker `addJob` straight into the database, 10 callers',
        run: () => withPeer(lab, (peer) => rate(10, 1, () => peer.enqueue(PAYLOAD))),
      },
      {
        name: 'direct',
        title: 'Rota’s enqueue statement, one job a call, 10 callers',
        run: () => withDirect(lab, (direct) => rate(10, 1, () => direct.enqueue(PAYLOAD))),
      },
    ];
    const results = await interleave(subjects, { rounds, run: (subject) => subject.run() });
    return {
      table: table(subjects, results, 'jobs/s'),
      goals: [
        goal('REST against graphile-worker’s addJob', ratioOf(results, 'rest', 'graphile-worker'), { must: 3 }),
        goal('REST against the bare route', ratioOf(results, 'rest', 'bare'), { must: 0.5 }),
      ],
      // How many times longer 95 of 100 answers take than those of the bare route.
      ratios: {
        'p95.enqueue': ratioOf(results, 'rest', 'bare', (run) => run.p95Ms),
        'p95.get': ratioOf(results, 'get', 'bare', (run) => run.p95Ms),
      },
      remarks: [
        'Client, server and database share the processors; each answer over REST comes after the commit.',
        `The limit of the second goal: the bare route that stores reaches ${share(results, 'storing', 'bare')} of the one that does not, and Rota over REST ${share(results, 'rest', 'storing')} of the one that stores.`,
      ],
    };
  },
};

const share = (results, one, other) => ratioOf(results, one, other).median.toFixed(2);

async function bareRoute(env = {}) {
  const port = await freePort();
  const file = inBench('workers', 'bare-fastify.mjs');
  const process = new WorkerProcess({ file, env: { ...env, API_PORT: String(port) } });
  const path = '/api/v1/projects/00000000-0000-7000-8000-000000000000/jobs';
  try {
    await untilAnswers(port, path, 'none', process);
    return await restRate({ port, path, token: 'x'.repeat(58), body: JSON.stringify(job), connections: 50 });
  } finally {
    await process.stop();
  }
}

/** A thousand jobs a request. */
export const bulkEnqueue = {
  name: 'bulk-enqueue',
  title: 'Bulk enqueue, 1,000 jobs a call',
  async run({ lab, rounds = 3 }) {
    const body = JSON.stringify({ jobs: Array.from({ length: BULK }, () => job) });
    const payloads = Array.from({ length: BULK }, () => PAYLOAD);
    const rest = (connections) => () =>
      withApi(lab, (api) =>
        restRate({ port: api.port, path: api.path('/jobs/bulk'), token: api.token, body, connections, perCall: BULK }),
      );
    const direct = (callers) => () =>
      withDirect(lab, (enqueuer) => rate(callers, BULK, () => enqueuer.enqueueMany(payloads)));
    const subjects = [1, 2].flatMap((callers) => [
      { name: `rest.${callers}`, title: `Rota over REST, callers: ${callers}`, run: rest(callers) },
      {
        name: `direct.${callers}`,
        title: `the same rows by the same statement, callers: ${callers}`,
        run: direct(callers),
      },
    ]);
    subjects.push({
      name: 'graphile-worker',
      title: 'graphile-worker `addJobs`, callers: 2',
      run: () =>
        withPeer(lab, (peer) => {
          const specs = Array.from({ length: BULK }, () => ({ identifier: 'bench', payload: PAYLOAD }));
          return rate(2, BULK, () => peer.utils.addJobs(specs));
        }),
    });
    const results = await interleave(subjects, { rounds, run: (subject) => subject.run() });
    return {
      table: table(subjects, results, 'jobs/s'),
      goals: [1, 2].map((callers) =>
        goal(
          `REST against direct insert, ${callers === 1 ? 'one caller' : 'two callers'}`,
          ratioOf(results, `rest.${callers}`, `direct.${callers}`),
          {
            must: 0.5,
          },
        ),
      ),
    };
  },
};

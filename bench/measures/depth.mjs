import { Rota } from '../contestants/rota.mjs';
import { GraphileWorker } from '../contestants/graphile-worker.mjs';
import { RawLimit } from '../contestants/raw-limit.mjs';
import { goal, whole } from '../lab/report-parts.mjs';
import { interleave, ratioOf } from '../lab/rounds.mjs';
import { spread } from '../lab/statistics.mjs';
import { rateBetween, rateWithin } from '../lab/timeline.mjs';
import { drainOnce, drainPart } from './drain.mjs';

const JOBS = 50_000;

/** The first and the last tenth are left out: starting up and running dry are the same everywhere. */
const steadyRate = (samples, jobs) => rateBetween(samples, 0.1 * jobs, 0.9 * jobs);

function rateTable(subjects, results) {
  return {
    columns: ['', 'jobs/s', 'min–max', 'runs'],
    rows: subjects.map((subject) => {
      const { median, min, max } = spread(results.get(subject.name).map((run) => run.jobsPerSecond));
      return [subject.title, whole(median), `${whole(min)}–${whole(max)}`, String(results.get(subject.name).length)];
    }),
  };
}

/** The first 50,000 jobs of a million, against 50,000 that stand alone. */
export const backlog = {
  name: 'backlog',
  title: 'Backlog of 1,000,000 against 50,000',
  async run({ lab, rounds = 3, scale }) {
    const jobs = Math.round(JOBS * scale);
    const deep = Math.round(1_000_000 * scale);
    const subjects = [
      Object.assign(new Rota(lab, { name: 'rota.shallow' }), { backlog: jobs, title: `${whole(jobs)} jobs` }),
      Object.assign(new Rota(lab, { name: 'rota.deep' }), {
        backlog: deep,
        title: `first ${whole(jobs)} of ${whole(deep)}`,
      }),
    ];
    const results = await interleave(subjects, {
      rounds,
      run: async (subject) => {
        try {
          await subject.open();
          await subject.fill(subject.backlog);
          return { jobsPerSecond: steadyRate(await drainPart(subject, { jobs }), jobs) };
        } finally {
          await subject.close();
        }
      },
    });
    return {
      table: rateTable(subjects, results),
      goals: [goal('deep against shallow', ratioOf(results, 'rota.deep', 'rota.shallow'), { must: 0.95 })],
      remarks: ['Rates between the first and the last tenth of the jobs that were counted.'],
    };
  },
};

/** History that has piled up must not matter: 50,000 jobs beside five million finished ones, against none. */
export const finishedRows = {
  name: 'finished-rows',
  title: '5,000,000 finished jobs against none',
  async run({ lab, rounds = 5, scale }) {
    const jobs = Math.round(JOBS * scale);
    const old = Math.round(5_000_000 * scale);
    const subjects = [
      Object.assign(new Rota(lab, { name: 'rota.young' }), { old: 0, title: 'no history' }),
      Object.assign(new Rota(lab, { name: 'rota.old' }), { old, title: `${whole(old)} finished jobs` }),
    ];
    try {
      for (const subject of subjects) {
        await subject.open();
        await subject.database.addFinishedJobs(subject.old);
        subject.finished = subject.old;
      }
      const results = await interleave(subjects, {
        rounds,
        run: async (subject) => {
          if (subject.old === 0) await subject.database.clear();
          await subject.fill(jobs);
          // The history grows by each run here; what is compared is the growth.
          const before = subject.old === 0 ? 0 : subject.finished;
          subject.verify = (count) => subject.database.verify(count, before);
          const result = await drainOnce(subject, { jobs });
          subject.finished = before + jobs;
          return result;
        },
      });
      return {
        table: rateTable(subjects, results),
        goals: [goal('with history against without', ratioOf(results, 'rota.old', 'rota.young'), { must: 0.95 })],
      };
    } finally {
      for (const subject of subjects) await subject.close();
    }
  },
};

/** One job each in ten thousand queues of a hundred projects, against ten thousand in one queue. */
export const manyQueues = {
  name: 'many-queues',
  title: '10,000 queues with one job each against one queue with 10,000',
  async run({ lab, rounds = 5, scale }) {
    const jobs = Math.round(10_000 * scale);
    const projects = Math.max(1, Math.round(100 * scale));
    const subjects = [
      Object.assign(new Rota(lab, { name: 'rota.one-queue' }), { title: `1 queue × ${whole(jobs)}` }),
      Object.assign(new Rota(lab, { name: 'rota.many-queues', projects, queues: jobs / projects }), {
        title: `${whole(jobs)} queues × 1, in ${projects} projects`,
      }),
      Object.assign(new RawLimit(lab, { name: 'limit.one-queue' }), { title: 'raw limit, 1 queue' }),
      Object.assign(new RawLimit(lab, { name: 'limit.many-queues', projects, queues: jobs / projects }), {
        title: 'raw limit, many queues that it knows without looking',
      }),
    ];
    const results = await interleave(subjects, {
      rounds,
      run: async (subject) => {
        try {
          await subject.open();
          await subject.fill(jobs);
          return await drainOnce(subject, { jobs });
        } finally {
          await subject.close();
        }
      },
    });
    const limit = ratioOf(results, 'limit.many-queues', 'limit.one-queue');
    return {
      table: rateTable(subjects, results),
      goals: [goal('many queues against one', ratioOf(results, 'rota.many-queues', 'rota.one-queue'), { must: 0.7 })],
      remarks: [
        `The limit of the goal: the bare script, which is told its queues and looks for none, reaches ${limit.median.toFixed(2)} with many queues of what it reaches with one.`,
      ],
    };
  },
};

const SNAPSHOT_JOBS = 600_000;
const WINDOW_MS = 10_000;

/** Somebody reads the whole database in one transaction while jobs drain: dead entries cannot be cleared away. */
export const snapshot = {
  name: 'snapshot',
  title: 'One REPEATABLE READ snapshot held open during the drain',
  async run({ lab, rounds = 2, scale }) {
    const jobs = Math.round(SNAPSHOT_JOBS * scale);
    const subjects = [
      new Rota(lab, { name: 'rota' }),
      Object.assign(new GraphileWorker(lab), { jobsShare: 1 / 3, rounds: 1 }),
    ];
    const results = await interleave(subjects, {
      rounds,
      run: (subject) => drainUnderSnapshot(lab, subject, Math.round(jobs * subject.jobsShare)),
    });
    const own = results.get('rota');
    const window = Math.round(WINDOW_MS * Math.min(1, scale * 2));
    return {
      table: {
        columns: [
          '',
          'jobs',
          'first 10 s, jobs/s',
          'last 10 s, jobs/s',
          'first 50,000',
          '150,000 to 200,000',
          'whole run',
        ],
        rows: subjects.flatMap((subject) =>
          results.get(subject.name).map(({ timeline, jobs: count, jobsPerSecond }) => {
            const parts = [rateWithin(timeline, 0, window), rateWithin(timeline, -window, 0)];
            const quarters = [
              rateBetween(timeline, 0, count / 12),
              rateBetween(timeline, (count / 12) * 3, (count / 12) * 4),
            ];
            return [subject.title, ...[count, ...parts, ...quarters, jobsPerSecond].map(whole)];
          }),
        ),
      },
      goals: [
        goal(
          'last 10 s against first 10 s',
          spread(own.map(({ timeline }) => rateWithin(timeline, -window, 0) / rateWithin(timeline, 0, window))),
          {
            must: 0.9,
          },
        ),
        goal(
          'jobs 150,000–200,000 against the first 50,000',
          spread(
            own.map(({ timeline }) => rateBetween(timeline, jobs / 4, jobs / 3) / rateBetween(timeline, 0, jobs / 12)),
          ),
          { must: 0.9 },
        ),
      ],
      remarks: [
        `200,000 jobs take less than 20 s here, so Rota drains ${whole(jobs)}; both readings of the goal are given. graphile-worker drains ${whole(jobs / 3)}.`,
      ],
    };
  },
};

async function drainUnderSnapshot(lab, subject, jobs) {
  let reader;
  try {
    await subject.open();
    await subject.fill(jobs);
    reader = await lab.connect(subject.databaseName);
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT count(*) FROM pg_class');
    return await drainOnce(subject, { jobs });
  } finally {
    await reader?.end();
    await subject.close();
  }
}

/** A million jobs through one worker: does its memory grow? */
export const memory = {
  name: 'memory',
  title: 'Memory of a worker while it drains 1,000,000 jobs',
  async run({ lab, scale }) {
    const jobs = Math.round(1_000_000 * scale);
    const subject = new Rota(lab);
    try {
      await subject.open();
      await subject.fill(jobs);
      const { timeline, jobsPerSecond } = await drainOnce(subject, { jobs });
      const megabytes = (from, to) =>
        timeline
          .filter(({ handled }) => handled >= from * jobs && handled < to * jobs)
          .map(({ rssBytes }) => rssBytes / 1024 / 1024);
      const quarters = [0, 1, 2, 3].map((quarter) => spread(megabytes(quarter / 4, (quarter + 1) / 4)));
      const peak = Math.max(...quarters.map(({ max }) => max));
      return {
        table: {
          columns: ['', 'first quarter', 'second', 'third', 'last', 'jobs/s'],
          rows: [
            ['median RSS, MB', ...quarters.map(({ median }) => whole(median)), whole(jobsPerSecond)],
            ['greatest RSS, MB', ...quarters.map(({ max }) => whole(max)), ''],
          ],
        },
        goals: [
          goal('greatest', { median: peak }, { must: 250, isMost: true, unit: ' MB' }),
          goal(
            'last quarter against second (flat)',
            { median: quarters[3].median / quarters[1].median },
            { must: 1.1, isMost: true },
          ),
        ],
      };
    } finally {
      await subject.close();
    }
  },
};

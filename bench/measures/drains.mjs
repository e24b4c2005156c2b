import { BullMqPostgres, BullMqRedis } from '../contestants/bullmq.mjs';
import { GraphileWorker } from '../contestants/graphile-worker.mjs';
import { PgBossContestant } from '../contestants/pg-boss.mjs';
import { RawLimit } from '../contestants/raw-limit.mjs';
import { Rota } from '../contestants/rota.mjs';
import { redisVersion } from '../lab/redis.mjs';
import { interleave, ratioOf } from '../lab/rounds.mjs';
import { costTable, goal } from '../lab/report-parts.mjs';
import { drainOnce } from './drain.mjs';

const JOBS = 50_000;
/** Each process compiles what it runs in its first quarter of a second: with fewer jobs, a tenth of the run of four would be that. */
const SCALING_JOBS = 600_000;
/** Its runs are shortened below a tenth of the speed of the others. */
const QUICK_BUDGET_MS = 170_000;

async function freshDrain(contestant, jobs, options) {
  try {
    await contestant.open();
    await contestant.fill(jobs);
    return await drainOnce(contestant, { jobs, ...options });
  } finally {
    await contestant.close();
  }
}

function contestants(lab, isQuick) {
  const all = [new Rota(lab), new GraphileWorker(lab), new PgBossContestant(lab), new RawLimit(lab)];
  if (redisVersion()) all.push(new BullMqRedis());
  if (isQuick) return all;
  if (redisVersion()) all.push(new BullMqRedis({ name: 'bullmq.always', appendFsync: 'always' }));
  return [...all, new BullMqPostgres(lab)];
}

/** Rota beside its peers at their best, and beside the limit of its own statements. */
export const drainAll = {
  name: 'drain',
  title: 'Drain 50,000 jobs with one worker process',
  async run({ lab, isQuick, rounds = 5, scale }) {
    const subjects = contestants(lab, isQuick);
    const results = await interleave(subjects, {
      rounds,
      least: Math.min(3, rounds),
      budgetMs: isQuick ? QUICK_BUDGET_MS : Infinity,
      run: (subject) => freshDrain(subject, Math.round(JOBS * scale * subject.jobsShare)),
    });
    const ratios = Object.fromEntries(
      subjects
        .filter(({ name }) => name !== 'rota')
        .map(({ name }) => [`drain.${name}`, ratioOf(results, 'rota', name)]),
    );
    return {
      ratios,
      table: costTable(subjects, results),
      goals: [
        goal('against graphile-worker', ratios['drain.graphile-worker'], { must: 1, wanted: 1.25 }),
        goal('against pg-boss', ratios['drain.pg-boss'], { must: 1.5 }),
        goal('against BullMQ on Redis (everysec)', ratios['drain.bullmq'], { must: 3 }),
        goal('against the raw limit', ratios['drain.limit'], { must: 0.8 }),
      ],
      remarks: redisVersion() ? [] : ['There was no redis-server on this machine: BullMQ on Redis is left out.'],
    };
  },
};

/** Two and four worker processes against one, all ready before the first job is let loose. */
export const scaling = {
  name: 'scaling',
  title: 'Two and four worker processes against one',
  async run({ lab, rounds = 5, scale }) {
    const subjects = [1, 2, 4].map((workers) => Object.assign(new Rota(lab, { name: `rota.${workers}` }), { workers }));
    subjects.push(Object.assign(new GraphileWorker(lab, { name: 'graphile-worker.2' }), { workers: 2 }));
    const results = await interleave(subjects, {
      rounds,
      run: (subject) =>
        freshDrain(subject, Math.round(SCALING_JOBS * scale), {
          workers: subject.workers,
          isStartTogether: subject instanceof Rota,
        }),
    });
    const unevenness = [2, 4].map((workers) => {
      const spreads = results.get(`rota.${workers}`).map(({ shares }) => Math.min(...shares) / Math.max(...shares));
      return goal(
        `${workers} processes: smallest share over largest`,
        { median: spreads.toSorted()[spreads.length >> 1] },
        { must: 0.8 },
      );
    });
    return {
      table: costTable(subjects, results),
      goals: [
        goal('two processes against one', ratioOf(results, 'rota.2', 'rota.1'), { must: 1 }),
        goal('four processes against one', ratioOf(results, 'rota.4', 'rota.1'), { must: 1 }),
        ...unevenness,
      ],
      remarks: [
        `${(SCALING_JOBS * scale).toLocaleString('en')} jobs. Rota's workers are ready and its queue paused until all are; graphile-worker's two processes just start.`,
      ],
    };
  },
};

/** As shipped, nothing set, against the comparable unbatched peer. */
export const defaults = {
  name: 'defaults',
  title: 'Default configuration',
  async run({ lab, rounds = 5, scale }) {
    const { GRAPHILE_UNBATCHED } = await import('../contestants/graphile-worker.mjs');
    const subjects = [
      new Rota(lab, { name: 'rota.default', capacity: null }),
      new GraphileWorker(lab, { name: 'graphile-worker.unbatched', preset: GRAPHILE_UNBATCHED }),
    ];
    const results = await interleave(subjects, {
      rounds,
      run: (subject) => freshDrain(subject, Math.round(0.4 * JOBS * scale)),
    });
    return {
      table: costTable(subjects, results),
      goals: [
        goal(
          'against graphile-worker, concurrency 10, unbatched',
          ratioOf(results, 'rota.default', 'graphile-worker.unbatched'),
          {
            must: 2,
          },
        ),
      ],
      remarks: [`${(0.4 * JOBS * scale).toLocaleString('en')} jobs.`],
    };
  },
};

/** A disk whose flush takes milliseconds, as in the cloud: PostgreSQL waits that long before each flush of a commit. */
export const slowCommits = {
  name: 'slow-commits',
  title: 'Commits that take 5 ms longer',
  async run({ lab, rounds = 3, scale }) {
    await lab.query('ALTER SYSTEM SET commit_delay = 5000');
    await lab.query('ALTER SYSTEM SET commit_siblings = 0');
    await lab.query('SELECT pg_reload_conf()');
    try {
      const subjects = [new Rota(lab), new GraphileWorker(lab), new RawLimit(lab)];
      const results = await interleave(subjects, {
        rounds,
        run: (subject) => freshDrain(subject, Math.round(JOBS * scale)),
      });
      return {
        table: costTable(subjects, results),
        goals: [],
        remarks: [
          `\`commit_delay = 5000\`, \`commit_siblings = 0\`: Rota / graphile-worker ${ratioOf(results, 'rota', 'graphile-worker').median.toFixed(2)}.`,
        ],
      };
    } finally {
      await lab.query('ALTER SYSTEM RESET ALL');
      await lab.query('SELECT pg_reload_conf()');
    }
  },
};

export { freshDrain };

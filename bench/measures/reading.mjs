import { fillHistory } from '../contestants/long-history.mjs';
import { RotaApi } from '../contestants/rota-api.mjs';
import { RotaDatabase } from '../contestants/rota-database.mjs';
import { goal, whole } from '../lab/report-parts.mjs';
import { median, percentile } from '../lab/statistics.mjs';

const MANY_JOBS = 5_000_000;
const FEW_JOBS = 50_000;
const QUEUES = 1_000;
/** More than any count of a page goes to. */
const LEAST_OF_A_KIND = 10_500;
const READS = 30;
const WARM_UP = 5;
const OWNER = {
  email: 'owner@example.com',
  name: 'Owner',
  password: 'correct horse battery staple',
  organizationName: 'Own',
};

/** Everything that the pages of the admin app ask for, with a long history and with a short one. */
export const reading = {
  name: 'reading',
  title: 'What every page asks for, with 5,000,000 jobs against 50,000, in 1,000 queues',
  // Filling is not measured, and may be quick.
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    max_wal_size: '16GB',
    checkpoint_timeout: '30min',
    maintenance_work_mem: '256MB',
  },
  async run({ lab, scale }) {
    const sides = [];
    try {
      for (const [name, jobs] of [
        ['few', FEW_JOBS],
        ['many', MANY_JOBS],
      ])
        sides.push(await openSide(lab, name, Math.round(jobs * scale), scale));
      await lab.settle();
      const results = [];
      for (const { page, route } of requestsOf(sides[0].things)) results.push(await compare(sides, page, route));
      return reportOf(results, scale);
    } finally {
      for (const { api } of sides) await api.stop();
    }
  },
};

async function openSide(lab, name, jobs, scale) {
  const startedAtMs = performance.now();
  const database = await RotaDatabase.create(lab, `bench_reading_${name}`, {
    queues: Math.max(20, Math.round(QUEUES * scale)),
  });
  await fillHistory(database, { jobs, least: Math.round(LEAST_OF_A_KIND * scale) });
  console.error(`  ${whole(jobs)} jobs stand after ${whole((performance.now() - startedAtMs) / 1_000)} s`);
  const api = await RotaApi.on(database, { SIGNUP: 'open', DATABASE_POOL_SIZE: '5' });
  const token = await signUp(api);
  return { api, token, things: await thingsOf(database) };
}

/** People see more than keys do: members, keys, what is about to expire. */
async function signUp({ port, database }) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  if (!answer.ok) throw new Error(`signing up answered ${answer.status}: ${await answer.text()}`);
  await database.client.query(
    `INSERT INTO memberships (organization_id, user_id, role)
     SELECT p.organization_id, u.id, 'owner' FROM projects p, users u WHERE u.email = $1`,
    [OWNER.email],
  );
  return (await answer.json()).accessToken;
}

/** What pages of single things show, by name. */
async function thingsOf({ client }) {
  const { rows } = await client.query(`
    SELECT p.id AS project, p.organization_id AS organization, (SELECT j.id FROM jobs j ORDER BY j.id LIMIT 1) AS logged,
      (SELECT d.job_id FROM dead_letters d ORDER BY d.id DESC LIMIT 1) AS dead,  (SELECT d.id FROM dead_letters d ORDER BY d.id DESC LIMIT 1) AS letter,
      (SELECT s.id FROM schedules s ORDER BY s.name LIMIT 1) AS schedule, (SELECT w.id FROM workers w ORDER BY w.id LIMIT 1) AS worker,
      (SELECT l.job_id FROM live_jobs l WHERE l.status = 'running' ORDER BY l.job_id LIMIT 1) AS running, to_char(now() - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since
    FROM projects p`);
  return rows[0];
}

const STATUSES = ['queued', 'scheduled', 'claimed', 'running', 'completed', 'cancelled', 'dead_letter'];

/** As the pages ask; `:name` stands for a thing of the side that is asked. */
function requestsOf() {
  const of = (page, ...routes) => routes.map((route) => ({ page, route }));
  const project = (page, ...routes) => of(page, ...routes.map((route) => `/projects/:project${route}`));
  const day = 'minutes=1440&bucketMinutes=15';
  return [
    ...of('every page', '/me', '/projects?limit=200', '/permissions', '/handlers'),
    ...project(
      'overview',
      '/stats?minutes=60',
      '/throughput?minutes=60&bucketMinutes=1',
      `/throughput?${day}`,
      '/attention',
    ),
    ...project('queues', '/queues?limit=50&with=stats', '/queues?limit=100&with=stats', '/queues?limit=200'),
    ...project(
      'queue',
      '/queues/bench-7',
      '/queues/bench-7/stats',
      '/throughput?minutes=60&bucketMinutes=1&queue=bench-7',
      `/throughput?${day}&queue=bench-7`,
      '/jobs?limit=12&queue=bench-7',
    ),
    ...project('jobs', '/jobs?limit=50', '/jobs?limit=100', '/jobs?limit=50&cursor=:second'),
    ...project('jobs, by status', ...STATUSES.map((status) => `/jobs?limit=50&status=${status}`)),
    ...project(
      'jobs, by text',
      '/jobs?limit=50&handler=bench',
      '/jobs?limit=50&handler=rare',
      '/jobs?limit=50&handler=unknown',
      '/jobs?limit=50&label=customer:7',
      '/jobs?limit=50&label=customer:nobody',
      '/jobs?limit=50&since=:since',
      '/jobs?limit=50&until=:since',
      '/jobs?limit=50&queue=bench-7&status=completed',
      '/jobs?limit=50&queue=bench-7&status=queued&handler=rare&label=customer:7&since=:since',
      '/jobs?limit=50&queue=bench-7&handler=bench',
    ),
    ...project(
      'job',
      '/jobs/:dead',
      '/jobs/:dead/executions?limit=200',
      '/jobs/:running',
      '/jobs/:logged/logs?limit=200',
      '/audit-log?target=job::dead&limit=10',
    ),
    ...project(
      'schedules',
      '/schedules?limit=50&with=runs',
      '/schedules/:schedule',
      '/schedules/:schedule/runs?limit=20',
    ),
    ...project(
      'dead letters',
      '/dead-letters/groups',
      '/dead-letters/groups?queue=bench-7',
      '/dead-letters?limit=50',
      '/dead-letters?limit=50&queue=bench-7',
      '/dead-letters?limit=5&group=:group',
      '/dead-letters?limit=50&state=replayed',
      '/dead-letters/:letter',
    ),
    ...project('workers', '/workers?limit=200', '/workers/:worker', '/queues?limit=30&with=stats'),
    ...project(
      'API keys, audit, settings',
      '/api-keys?limit=50',
      '/audit-log?limit=50',
      '/audit-log?limit=50&action=queue.*',
      '/audit-log?limit=50&action=nothing.done',
      '/secrets?limit=200',
      '/limits',
    ),
    ...of(
      'members, account',
      '/organizations/:organization',
      '/organizations/:organization/members?limit=200',
      '/organizations/:organization/invitations?limit=200',
      '/organizations/:organization/audit-log?limit=50',
      '/auth/sessions?limit=100',
    ),
  ];
}

/** In turn on both sides, so that whatever else the machine does hits both alike. */
async function compare(sides, page, route) {
  const times = sides.map(() => []);
  for (let read = -WARM_UP; read < READS; read += 1) {
    for (const [index, side] of sides.entries()) {
      const tookMs = await timeOf(side, route);
      if (read >= 0) times[index].push(tookMs);
    }
  }
  const [few, many] = times;
  const result = { page, route, fewMs: median(few), manyMs: median(many), p95Ms: percentile(many, 0.95) };
  const { fewMs, manyMs } = result;
  console.error(`  ${ratioOf(result).toFixed(2)} ${fewMs.toFixed(2)} → ${manyMs.toFixed(2)} ms ${route}`);
  return result;
}

async function timeOf({ api, token, things }, route) {
  if (route.includes(':second'))
    things.second ??= await nextOf({ api, token, things }, '/projects/:project/jobs?limit=50');
  if (route.includes(':group')) things.group ??= await groupOf({ api, token, things });
  const startedAtMs = performance.now();
  await read({ api, token, things }, route);
  return performance.now() - startedAtMs;
}

async function read({ api, token, things }, route) {
  const path = route.replaceAll(/:([a-z]{4,})/g, (whole_, name) => things[name] ?? whole_);
  const answer = await fetch(`http://127.0.0.1:${api.port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${text}`);
  return text;
}

const nextOf = async (side, route) => JSON.parse(await read(side, route)).page.nextCursor;
const groupOf = async (side) => JSON.parse(await read(side, '/projects/:project/dead-letters/groups')).groups[0].key;

const ratioOf = ({ fewMs, manyMs }) => manyMs / fewMs;

function reportOf(results, scale) {
  const shown = (route) => route.replace('/projects/:project', '…');
  const worst = results.toSorted((a, b) => ratioOf(b) - ratioOf(a))[0];
  return {
    table: {
      columns: [
        'page',
        'GET',
        `${whole(FEW_JOBS * scale)} jobs, p50 ms`,
        `${whole(MANY_JOBS * scale)} jobs, p50 ms`,
        'p95 ms',
        'ratio',
      ],
      rows: results.map((result) => [
        result.page,
        `\`${shown(result.route)}\``,
        ...[result.fewMs, result.manyMs, result.p95Ms, ratioOf(result)].map((value) => value.toFixed(2)),
      ]),
    },
    goals: [
      goal(
        `the slowest growing of ${results.length} requests: \`${shown(worst.route)}\``,
        { median: ratioOf(worst) },
        { must: 1.5, isMost: true },
      ),
    ],
    ratios: { 'reading.worst': { median: ratioOf(worst) } },
    remarks: [
      'Both sides are read in turn in one run. A hundredth of the jobs waits, is delayed, is a dead letter, but never less than counts go to; the rest has ended, evenly over a week; roll-ups are of the last day.',
    ],
  };
}

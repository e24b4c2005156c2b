import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { ContractRoom } from '../support/contract-room.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { LoopbackServers, type LoopbackServer } from '../support/loopback-servers.js';
import { problemsOf } from '../support/metric-usage.js';
import { alertRules, dashboards, useOfAlert, usesOfDashboard } from '../support/operations-files.js';
import { RoleProcess } from '../support/role-process.js';
import { aSchedule } from '../support/schedules.js';
import { Scrape } from '../support/scrape.js';
import { until } from '../support/until.js';

/** All three roles as processes, with traffic of every kind: what they tell, and what dashboards, alerts and docs say that they tell. */
const SCALED_DOWN = {
  LEASE_MS: '15000',
  WORKER_HEARTBEAT_MS: '500',
  SCHEDULER_TICK_MS: '200',
  SCHEDULER_MAX_SLEEP_MS: '200',
  PURGE_INTERVAL_MS: '1000',
  RECONCILE_INTERVAL_MS: '1000',
  DATABASE_STATEMENT_TIMEOUT_MS: '5000',
};
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly service: string;
}

/** What the traffic leaves behind, sooner or later, at least once or that often. */
const WANTED: readonly (readonly [name: string, labels: Readonly<Record<string, string>>, least?: number])[] = [
  // The reaped job, the promoted one, the one by request, that of the slot.
  ['rota_jobs_completed_total', { handler: 'noop' }, 4],
  ['rota_jobs_dead_total', { handler: 'fail' }],
  ['rota_jobs_failed_total', { outcome: 'timed_out' }],
  ['rota_jobs_retried_total', {}],
  ['rota_jobs_cancelled_total', {}],
  ['rota_jobs_reaped_total', {}],
  ['rota_jobs_promoted_total', {}],
  ['rota_jobs_refunded_total', { cause: 'unknown_handler' }],
  ['rota_jobs_enqueued_total', { role: 'scheduler' }],
  ['rota_schedule_slots_total', {}],
  ['rota_purged_rows_total', {}],
  ['rota_unknown_handler_total', {}],
  ['rota_loop_failures_total', {}],
  ['rota_queue_depth', { status: 'scheduled' }],
  ['rota_queue_oldest_age_seconds', { status: 'queued' }],
  ['rota_workers', { state: 'live' }],
];

const servers = new LoopbackServers();
let collector: LoopbackServer;
let receiver: LoopbackServer;
let room: ContractRoom;
let roles: Record<'api' | 'worker' | 'scheduler', RoleProcess>;
let queue: QueueFixture;
let make: Factories;

beforeAll(async () => {
  collector = await servers.http((_request, response) =>
    response.setHeader('content-type', 'application/json').end('{}'),
  );
  receiver = await servers.http();
  const env = {
    ...SCALED_DOWN,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of%20a%20test',
    HTTP_HANDLER_ALLOWLIST: receiver.entry,
  };
  room = await ContractRoom.open(env);
  const [worker, scheduler] = await Promise.all([
    RoleProcess.start('worker', room.database, env),
    RoleProcess.start('scheduler', room.database, env),
  ]);
  roles = { api: room.api, worker, scheduler };
  make = new Factories(room.database);
  const { ids } = await room.aProject();
  const projectId = ids['projectId'] as string;
  const [found] = await room.database.sql<{ id: string }>('SELECT id FROM queues WHERE project_id = $1', [projectId]);
  queue = { id: found?.id ?? '', projectId, name: 'emails' };
});

afterAll(async () => {
  await Promise.all([roles?.worker.stop(), roles?.scheduler.stop()]);
  await room?.close();
  await servers.closeAll();
});

async function scrape(...names: (keyof typeof roles)[]): Promise<Scrape> {
  const texts = names.map(async (name) => (await fetch(`${roles[name].operationsUrl}/metrics`)).text());
  return new Scrape(...(await Promise.all(texts)));
}

async function enqueue(handler: string, payload: unknown, more: object = {}, headers = {}): Promise<string> {
  const { status, text } = await room.send('POST', `/api/v1/projects/${queue.projectId}/jobs`, {
    body: JSON.stringify({ queue: 'emails', handler, payload, ...more }),
    headers,
  });
  if (status !== 201) throw new Error(text);
  return (JSON.parse(text) as { id: string }).id;
}

/** Nobody else can read the table until a request was answered with an error and a tick has failed. */
async function anOutage(): Promise<void> {
  const client = new Client({ connectionString: room.database.ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN; LOCK TABLE schedules IN ACCESS EXCLUSIVE MODE');
    const { status } = await room.send('GET', `/api/v1/projects/${queue.projectId}/schedules`);
    expect(status).toBeGreaterThanOrEqual(500);
    const failures = async (): Promise<boolean> => (await scrape('scheduler')).value('rota_loop_failures_total') > 0;
    await until(failures, 'a tick of the materializer has failed');
  } finally {
    await client.end();
  }
}

/** A job of each fate, a slot, a lost lease, an outage, and something for retention. */
async function traffic(): Promise<void> {
  const { database } = room;
  await make.aRunningJob({ queue, handler: 'noop', leaseExpired: true });
  await make.aQueuedJob({ queue, handler: 'from_elsewhere' });
  await make.aScheduledJob({ queue, dueInMs: 50 });
  const paused = await make.aQueue({
    project: { id: queue.projectId, organizationId: '' },
    name: 'paused',
    isPaused: true,
  });
  await make.aQueuedJob({ queue: paused, dueInMs: -60_000 });
  await aSchedule(room.database, queue, { nextSlotSql: `date_trunc('second', now())` });
  await database.sql(`INSERT INTO password_resets (token_hash, user_id, expires_at)
             SELECT '\\x01', id, now() - interval '30 days' FROM users LIMIT 1`);
  await enqueue('noop', {});
  await enqueue('fail', { message: 'for good' }, { maxAttempts: 1 });
  await enqueue('fail', { message: 'once', times: 1 });
  const slow = await enqueue('sleep', { durationMs: 60_000 });
  await enqueue('sleep', { durationMs: 60_000 }, { timeoutMs: 100, maxAttempts: 1 });
  await until(
    async () =>
      (await database.sql(`SELECT 1 FROM live_jobs WHERE job_id = $1 AND status = 'running'`, [slow])).length > 0,
    'the job runs',
  );
  expect(
    (await room.send('POST', `/api/v1/projects/${queue.projectId}/jobs/${slow}/cancel`, { body: '{}' })).status,
  ).toBe(200);
  await anOutage();
}

function spans(): OtlpSpan[] {
  return collector.seen.flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: {
        resource: { attributes: { key: string; value: { stringValue?: string } }[] };
        scopeSpans: { spans: Omit<OtlpSpan, 'service'>[] }[];
      }[];
    };
    return resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const role = resource.attributes.find(({ key }) => key === 'rota.role')?.value.stringValue ?? '';
      return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service: role })));
    });
  });
}

describe('what running processes tell', () => {
  let all: Scrape;

  beforeAll(async () => {
    await traffic();
    let missing: readonly unknown[] = WANTED;
    await until(async () => {
      all = await scrape('api', 'worker', 'scheduler');
      missing = WANTED.filter(([name, labels, least = Number.MIN_VALUE]) => all.value(name, labels) < least);
      return missing.length === 0 && all.named('rota_orphans').length === 2;
    }, 'every kind of traffic is counted').catch((error: unknown) => {
      throw new Error(`nothing was told of ${JSON.stringify(missing)}`, { cause: error });
    });
  });

  it('has every metric, label and value that a dashboard asks for', () => {
    const uses = dashboards().flatMap((dashboard) => usesOfDashboard(dashboard));
    expect(uses.length).toBeGreaterThan(50);
    expect(uses.flatMap((use) => problemsOf(use, all))).toEqual([]);
  });

  it('has every metric, label and value that an alert asks for', () => {
    expect(alertRules().flatMap((rule) => problemsOf(useOfAlert(rule), all))).toEqual([]);
  });

  it.each(['api', 'worker', 'scheduler'] as const)(
    'is for the role %s what the table in the docs says',
    async (role) => {
      const own = await scrape(role);
      const documented = documentedMetrics().filter(({ roles: of }) => of.includes('all') || of.includes(role));
      const types = Object.fromEntries(documented.map(({ name, type }) => [name, type]));
      expect(Object.fromEntries(own.types)).toEqual(types);
      for (const { name, labels } of own.series) {
        const base = name in types ? name : name.replace(/_(bucket|sum|count)$/, '');
        const known = [...(documented.find((metric) => metric.name === base)?.labels ?? []), 'role', 'le'];
        expect({ name, labels: Object.keys(labels).filter((label) => !known.includes(label)) }).toEqual({
          name,
          labels: [],
        });
        expect(labels['role']).toBe(role);
      }
    },
  );

  it('counts each job where it went, by queue and handler', () => {
    const of = (handler: string) => ({ project: queue.projectId, queue: 'emails', handler });
    expect(all.value('rota_jobs_enqueued_total', { ...of('fail'), role: 'api' })).toBe(2);
    expect(all.value('rota_jobs_enqueued_total', { ...of('noop'), role: 'scheduler' })).toBeGreaterThanOrEqual(1);
    expect(all.value('rota_jobs_dead_total', { ...of('fail'), reason: 'attempts_exhausted' })).toBe(1);
    expect(all.value('rota_jobs_retried_total', of('fail'))).toBe(1);
    expect(all.value('rota_jobs_failed_total', { ...of('sleep'), outcome: 'timed_out' })).toBe(1);
    expect(all.value('rota_jobs_cancelled_total', of('sleep'))).toBe(1);
    expect(all.value('rota_jobs_reaped_total', { ...of('noop'), fate: 'queued' })).toBe(1);
    expect(all.value('rota_jobs_refunded_total', { ...of('noop'), cause: 'lease_expired' })).toBe(1);
    expect(
      all.value('rota_jobs_refunded_total', { ...of('from_elsewhere'), cause: 'unknown_handler' }),
    ).toBeGreaterThan(0);
    expect(all.value('rota_jobs_completed_total', of('noop'))).toBeGreaterThanOrEqual(4);
    const claimed = all.value('rota_jobs_claimed_total', of('noop'));
    expect(all.value('rota_job_wait_seconds_count', of('noop'))).toBe(claimed);
    expect(all.value('rota_job_wait_seconds_bucket', { ...of('noop'), le: '1800' })).toBe(claimed);
  });

  it('tells of the database what its owner sees', () => {
    expect(all.named('rota_table_dead_tuples').map(({ labels }) => labels['table'])).toContain('live_jobs');
    expect(all.named('rota_database_oldest_transaction_seconds')).toHaveLength(1);
    expect(all.value('rota_pool_size', { pool: 'control', role: 'scheduler' })).toBe(4);
  });
});

describe('a trace', () => {
  it('is one from the request of the client to the request of the webhook, over the api and the worker', async () => {
    const jobId = await enqueue('http_request', { url: `${receiver.origin}/hook` }, {}, { traceparent: CALLER });
    await until(() => receiver.seen.length > 0, 'the webhook arrives');
    const [, traceId, lastSpanId] = String(receiver.seen[0]?.headers['traceparent']).split('-');
    expect(traceId).toBe(TRACE_ID);
    const trace = await until(() => {
      const found = spans().filter((span) => span.traceId === TRACE_ID);
      return found.length >= 4 ? found : undefined;
    }, 'the spans are with the collector');
    const chain = ['enqueue emails', 'claim emails', 'run http_request', 'HTTP GET'].map((name) =>
      trace.find((span) => span.name === name),
    );
    expect(chain.map((span) => span?.service)).toEqual(['api', 'worker', 'worker', 'worker']);
    expect(chain.map((span) => span?.parentSpanId)).toEqual([
      '00f067aa0ba902b7',
      ...chain.slice(0, -1).map((span) => span?.spanId),
    ]);
    expect(chain.at(-1)?.spanId).toBe(lastSpanId);
    const { text } = await room.send('GET', `/api/v1/projects/${queue.projectId}/jobs/${jobId}`);
    expect((JSON.parse(text) as { traceparent: string }).traceparent).toBe(`00-${TRACE_ID}-${chain[0]?.spanId}-01`);
    expect(collector.seen[0]?.url).toBe('/v1/traces');
    expect(collector.seen[0]?.headers['x-collector-key']).toBe('of a test');
  });

  it('that its caller does not sample is passed on, and sent to nobody', async () => {
    const unsampled = `00-${TRACE_ID.replaceAll('4', '5')}-00f067aa0ba902b7-00`;
    const before = receiver.seen.length;
    await enqueue('http_request', { url: `${receiver.origin}/hook` }, {}, { traceparent: unsampled });
    await until(() => receiver.seen.length > before, 'the webhook arrives');
    const [, traceId, , flags] = String(receiver.seen[before]?.headers['traceparent']).split('-');
    expect([traceId, flags]).toEqual([unsampled.split('-')[1], '00']);
    expect(spans().filter((span) => span.traceId === traceId)).toEqual([]);
  });
});

it('a trace of a job that a schedule makes begins at the scheduler', async () => {
  const before = receiver.seen.length;
  const payload = { url: `${receiver.origin}/by-schedule`, method: 'GET' };
  const at = { nextSlotSql: `date_trunc('second', now())`, onceInMs: 0 };
  const id = await aSchedule(room.database, queue, { ...at, handler: 'http_request', payload });
  await until(() => receiver.seen.length > before, 'the webhook arrives');
  const [, traceId, lastSpanId] = String(receiver.seen.at(-1)?.headers['traceparent']).split('-');
  const trace = await until(() => {
    const found = spans().filter((span) => span.traceId === traceId);
    return found.length >= 4 ? found : undefined;
  }, 'the spans are with the collector');
  const chain = [`schedule schedule ${id}`, 'claim emails', 'run http_request', 'HTTP GET'].map((name) =>
    trace.find((span) => span.name === name),
  );
  expect(chain.map((span) => span?.service)).toEqual(['scheduler', 'worker', 'worker', 'worker']);
  expect(chain.map((span) => span?.parentSpanId ?? '')).toEqual([
    '',
    ...chain.slice(0, -1).map((span) => span?.spanId),
  ]);
  expect(chain.at(-1)?.spanId).toBe(lastSpanId);
});

it.each(['api', 'worker', 'scheduler'] as const)(
  'the role %s loads nothing of the OpenTelemetry SDK while tracing is off',
  async (role) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'rota-modules-'));
    const loadedWith = async (name: string, env: Readonly<Record<string, string>>): Promise<string[]> => {
      const file = path.join(folder, name);
      const recorder = `--import ${pathToFileURL(path.resolve('test/fixtures/record-modules.mjs')).href}`;
      const recorded = { ...env, NODE_OPTIONS: recorder, LOADED_MODULES: file };
      await (await RoleProcess.start(role, room.database, recorded)).stop();
      return readFileSync(file, 'utf8').split('\n');
    };
    try {
      const off = await loadedWith('off', {});
      // The bare interface comes with prom-client; what samples, batches and sends does not.
      const ofTracing = (url: string): boolean => /@opentelemetry\/(?!api\/)|otlp-tracing/.test(url);
      expect(off.filter(ofTracing)).toEqual([]);
      const on = await loadedWith('on', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin });
      expect(on.filter(ofTracing).length).toBeGreaterThan(10);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

function documentedMetrics(): { name: string; type: string; labels: string[]; roles: string[] }[] {
  const rows = readFileSync(path.resolve('docs', 'metrics.md'), 'utf8').matchAll(
    /^\| `(\w+)` +\| (\w+) +\| ([^|]*)\| [^|]*\| (?:[^|]|\\\|)*\| ([^|]+) \|$/gm,
  );
  return [...rows].map(([, name = '', type = '', labels = '', of = '']) => ({
    name,
    type,
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
    roles: of.trim().split(', '),
  }));
}

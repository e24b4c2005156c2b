import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { isRunning } from '../../scripts/start/process-identity.mjs';
import { type LocalFile, LocalInstallation } from '../support/local-installation.js';
import { until } from '../support/until.js';

const START_MS = 300_000;

interface Execution {
  /** Null while the attempt is under way. */
  readonly outcome: string | null;
  readonly attempt: number;
}

const headersOf = (local: LocalFile) => ({
  authorization: `Bearer ${local.apiKey}`,
  'content-type': 'application/json',
});

async function enqueue(local: LocalFile, job: object): Promise<string> {
  const response = await fetch(`${local.apiUrl}/api/v1/projects/${local.projectId}/jobs`, {
    method: 'POST',
    headers: headersOf(local),
    body: JSON.stringify(job),
  });
  const body = (await response.json()) as { id: string };
  expect({ status: response.status, body }).toMatchObject({ status: 201 });
  return body.id;
}

async function get<T>(local: LocalFile, route: string): Promise<T> {
  const response = await fetch(`${local.apiUrl}/api/v1/projects/${local.projectId}${route}`, {
    headers: headersOf(local),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function listed<T>(url: string): Promise<T[]> {
  return ((await (await fetch(url)).json()) as { entries: T[] }).entries;
}

function executionsOf(local: LocalFile, jobId: string): Promise<Execution[]> {
  return until(async () => {
    const { data } = await get<{ data: Execution[] }>(local, `/jobs/${jobId}/executions`);
    return data.length > 0 && data.every(({ outcome }) => outcome !== null) ? data : undefined;
  }, `job ${jobId} was run`);
}

/** What a process said last comes through its pipe after it has exited. */
async function untilSaid(installation: LocalInstallation, what: RegExp): Promise<void> {
  await until(() => what.test(installation.log()), `npm start says ${what.source}`);
}

describe('npm start', () => {
  let installation: LocalInstallation;
  let local: LocalFile;

  beforeAll(async () => {
    installation = await LocalInstallation.prepare();
    local = await installation.start({ NODE_ENV: 'production' });
  }, START_MS);
  afterAll(() => installation.dispose());

  it('runs an http_request job, whose signed request reaches the receiver', async () => {
    const jobId = await enqueue(local, {
      queue: 'webhooks',
      handler: 'http_request',
      payload: { url: `${local.receiverUrl}/orders`, method: 'POST', body: { orderId: 4711 } },
    });
    expect(await executionsOf(local, jobId)).toMatchObject([{ outcome: 'completed', attempt: 1 }]);
    const requests = await listed<{ path: string; signature: string; body: string; headers: Record<string, string> }>(
      local.receiverUrl,
    );
    expect(requests.find((request) => request.headers['webhook-id'] === `msg_${jobId}`)).toMatchObject({
      path: '/orders',
      signature: 'valid',
      body: '{"orderId":4711}',
    });
  });

  it('runs a send_email job, whose mail reaches the catcher', async () => {
    const payload = { to: ['ada@example.com'], subject: 'Grüße from Rota', text: 'It is on its way.' };
    const jobId = await enqueue(local, { queue: 'emails', handler: 'send_email', payload });
    expect(await executionsOf(local, jobId)).toMatchObject([{ outcome: 'completed', attempt: 1 }]);
    const mails = await listed<{ to: string[]; subject: string; text: string }>(local.mailUrl);
    expect(mails).toContainEqual(expect.objectContaining(payload));
  });

  it('shows queues with differing retry policies, a schedule of each minute, retries and dead letters', async () => {
    const queues = await get<{ data: { name: string; retry?: { strategy: string }; retryStrategy?: string }[] }>(
      local,
      '/queues',
    );
    const strategies = Object.fromEntries(
      queues.data.map((queue) => [queue.name, queue.retry?.strategy ?? queue.retryStrategy]),
    );
    expect(strategies).toMatchObject({ emails: 'exponential', reports: 'linear', webhooks: 'fixed' });
    const schedules = await get<{ data: { cron: string | null }[] }>(local, '/schedules');
    expect(schedules.data.map((schedule) => schedule.cron)).toContain('* * * * *');
    const letters = await get<{ data: unknown[] }>(local, '/dead-letters');
    expect(letters.data.length).toBeGreaterThan(0);
    const workers = await get<{ data: unknown[] }>(local, '/workers');
    expect(workers.data).toHaveLength(1);
  });

  it('lets the demo user sign in, and nobody else read the file with the password', async () => {
    const response = await fetch(`${local.apiUrl}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: local.email, password: local.password }),
    });
    expect(response.status).toBe(200);
    for (const name of ['local.json', 'local.env', 'secrets.json']) {
      expect(statSync(path.join(installation.home, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('says nothing of a network that reaches it', () => {
    expect(installation.log()).toContain('Next.js');
    expect(installation.log()).not.toContain('Network:');
  });

  it('refuses a second start and touches nothing', async () => {
    const before = readFileSync(path.join(installation.home, 'run.json'), 'utf8');
    const second = installation.spawn();
    await until(() => second.exitCode !== null, 'the second start ended');
    expect(second.exitCode).toBe(1);
    await untilSaid(installation, /already running \(pid \d+\): the admin app is at http/);
    expect(readFileSync(path.join(installation.home, 'run.json'), 'utf8')).toBe(before);
  });

  it('starts a worker that was killed again', async () => {
    const pidOfWorker = () => installation.processes().find(({ name }) => name === 'worker')?.pid;
    const first = pidOfWorker();
    expect(first).toBeGreaterThan(0);
    process.kill(first as number, 'SIGKILL');
    await until(() => pidOfWorker() !== undefined && pidOfWorker() !== first, 'another worker runs');
  });
});

describe('the end of npm start', () => {
  let installation: LocalInstallation;
  beforeEach(async () => {
    installation = await LocalInstallation.prepare();
  });
  afterEach(() => installation.dispose());

  it(
    'comes with Ctrl-C: exit 0, and no process is left',
    async () => {
      await installation.start();
      const processes = installation.processes();
      expect(processes.map(({ name }) => name)).toEqual(['owner', 'postgres', 'api', 'worker', 'scheduler', 'web']);
      installation.interrupt();
      expect(await installation.ended()).toBe(0);
      expect(processes.filter((started) => isRunning(started))).toEqual([]);
    },
    START_MS,
  );

  it(
    'by a kill leaves processes behind, which the next start ends before it begins on the same data',
    async () => {
      const first = await installation.start();
      const [owner, ...children] = installation.processes();
      process.kill(owner?.pid as number, 'SIGKILL');
      await installation.ended();
      const second = await installation.start();
      expect(second.projectId).toBe(first.projectId);
      expect(children.filter((started) => isRunning(started))).toEqual([]);
    },
    START_MS,
  );

  it(
    'at a handler module that cannot be loaded names it, before anything has started',
    async () => {
      installation.spawn({ HANDLER_MODULES: './nowhere.mjs' });
      expect(await installation.ended()).toBe(1);
      await untilSaid(installation, /module ".\/nowhere.mjs" could not be loaded/);
      expect(installation.log()).not.toContain('starting PostgreSQL');
    },
    START_MS,
  );

  it(
    'at a taken port names the port and what to change, and leaves no process',
    async () => {
      const squatter = createServer().listen(installation.ports['api'], '127.0.0.1');
      try {
        installation.spawn();
        expect(await installation.ended()).toBe(1);
        const advice = `${installation.ports['api']} \\(REST interface\\) is taken: choose another with --api-port or API_PORT`;
        await untilSaid(installation, new RegExp(advice));
      } finally {
        await new Promise((resolve) => squatter.close(resolve));
      }
    },
    START_MS,
  );
});

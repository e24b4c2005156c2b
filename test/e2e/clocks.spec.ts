import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { hash } from 'argon2';
import { newId } from '../../src/kernel/ids.js';
import { ensureBuild } from '../support/build.js';
import { RoleProcess } from '../support/role-process.js';
import { Scrape } from '../support/scrape.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** It may build, and several processes are started one after the other. */
jest.setTimeout(300_000);

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const CLOCK = path.resolve('test/fixtures/skewed-clock.mjs');
const ids = { organization: newId(), project: newId(), user: newId() };
const email = 'planted-person@example.com';
const password = 'planted-password-of-the-person';

describe('an api process whose host has a wrong clock', () => {
  let database: TestDatabase;
  let folder: string;
  let right: RoleProcess;
  const started: RoleProcess[] = [];

  beforeAll(async () => {
    await ensureBuild();
    folder = mkdtempSync(path.join(tmpdir(), 'rota-clocks-'));
    database = await createTestDatabase();
    await database.sql(`INSERT INTO organizations (id, name) VALUES ($1, 'Clocks')`, [ids.organization]);
    await database.sql(`INSERT INTO projects (id, organization_id, name) VALUES ($1, $2, 'Clocks')`, [
      ids.project,
      ids.organization,
    ]);
    await database.sql(`INSERT INTO queues (id, project_id, name) VALUES ($1, $2, 'emails')`, [newId(), ids.project]);
    const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await database.sql(`INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, 'Person', $3)`, [
      ids.user,
      email,
      passwordHash,
    ]);
    await database.sql(`INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')`, [
      ids.organization,
      ids.user,
    ]);
    right = await RoleProcess.start('api', database);
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((running) => running.kill()));
  });
  afterAll(async () => {
    await right?.kill();
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = () => path.join(folder, 'clock');
  /** In one step: a process that reads it meanwhile finds the old number or the new one. */
  function setClock(aheadMs: number): void {
    writeFileSync(`${file()}.new`, String(aheadMs));
    renameSync(`${file()}.new`, file());
  }
  async function wrong(aheadMs: number): Promise<RoleProcess> {
    setClock(aheadMs);
    const env = { FAULT_CLOCK_FILE: file(), NODE_OPTIONS: `--import=${CLOCK}` };
    const api = await RoleProcess.start('api', database, env);
    started.push(api);
    return api;
  }

  async function call(api: RoleProcess, method: string, target: string, token?: string, body?: object) {
    const response = await fetch(`${api.url}/api/v1${target}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  }
  const signIn = async (api: RoleProcess): Promise<string> =>
    (await call(api, 'POST', '/auth/login', undefined, { email, password })).body['accessToken'] as unknown as string;
  const me = async (api: RoleProcess, token: string) => (await call(api, 'GET', '/me', token)).status;
  async function aheadMsBy(api: RoleProcess): Promise<number> {
    const response = await fetch(`${api.operationsUrl}/metrics`);
    return 1_000 * new Scrape(await response.text()).value('rota_clock_ahead_seconds');
  }

  async function expectNoDifference(api: RoleProcess): Promise<void> {
    const [byWrong, byRight] = [await signIn(api), await signIn(right)];
    expect([await me(right, byWrong), await me(api, byWrong), await me(api, byRight)]).toEqual([200, 200, 200]);
    const jobs = `/projects/${ids.project}/jobs`;
    const job = await call(api, 'POST', jobs, byWrong, { queue: 'emails', handler: 'noop', payload: {} });
    expect(job.status).toBe(201);
    const [now] = await database.sql<{ at: Date }>('SELECT clock_timestamp() AS at');
    const around = (ms: number): string => new Date(Number(now?.at) + ms).toISOString();
    for (const reader of [right, api]) {
      const range = `since=${around(-MINUTE_MS)}&until=${around(MINUTE_MS)}`;
      const { body } = await call(reader, 'GET', `${jobs}?${range}`, byRight);
      const found = (body['data'] as unknown as { id: string }[]).map(({ id }) => id);
      expect(found).toContain(job.body['id']);
    }
  }

  it.each([
    ['ten minutes ahead', 10 * MINUTE_MS],
    ['ten minutes behind', -10 * MINUTE_MS],
    ['a day ahead', DAY_MS],
    ['a day behind', -DAY_MS],
  ])(
    '%s: its tokens hold everywhere, it takes those of others, its jobs are found by their time, and it says so',
    async (_how, aheadMs) => {
      const api = await wrong(aheadMs);
      await expectNoDifference(api);
      await until(
        async () => Math.abs((await aheadMsBy(api)) - aheadMs) < 10_000,
        'the metric tells how far it is off',
      );
      const message = 'the clock of this host is off: the time of the database is taken';
      const told = () => api.lines().filter(({ msg }) => msg === message);
      await until(() => told().length > 0, 'it says so');
      expect(told()).toHaveLength(1);
    },
  );

  it.each([10 * MINUTE_MS, -DAY_MS])(
    'a clock that jumps by %i ms while the process runs is noticed',
    async (aheadMs) => {
      const api = await wrong(0);
      await expectNoDifference(api);
      setClock(aheadMs);
      await until(async () => Math.abs((await aheadMsBy(api)) - aheadMs) < 10_000, 'the jump is noticed');
      await expectNoDifference(api);
    },
  );
});

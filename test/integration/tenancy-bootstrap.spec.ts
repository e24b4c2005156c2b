import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthConfig } from '../../src/modules/auth/index.js';
import { Bootstrap, BootstrapModule, TenancyModule } from '../../src/modules/tenancy/index.js';
import { ConfigModule, DatabaseConfig } from '../../src/platform/config/index.js';
import { DatabaseModule } from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TestApi } from '../support/test-api.js';

let database: TestDatabase;
let context: INestApplicationContext;

beforeAll(async () => {
  database = await createTestDatabase();

  @Module({
    imports: [
      ConfigModule.register([DatabaseConfig, AuthConfig], { DATABASE_URL: database.url }),
      DatabaseModule,
      BootstrapModule,
    ],
  })
  class CommandRoot {}

  context = await NestFactory.createApplicationContext(CommandRoot, { logger: false });
});

afterAll(async () => {
  await context?.close();
  await database?.close();
});

const OWNER = {
  email: 'owner@example.com',
  password: 'a password of the owner',
  name: 'Owner',
  organizationName: 'Example Inc.',
};

describe('bootstrap', () => {
  it('makes the first owner, who operates the installation, and says so when asked again', async () => {
    const bootstrap = context.get(Bootstrap);
    const create = (owner: typeof OWNER) =>
      database.app.transaction((session) => bootstrap.createOwner(owner, session));
    const created = await create(OWNER);
    expect(created.outcome).toBe('created');
    const again = await create({ ...OWNER, email: 'OWNER@example.com', password: 'another password for the owner' });
    expect(again).toEqual({ ...created, outcome: 'exists' });
    const api = await TestApi.start(database, [TenancyModule]);
    const logIn = (password: string) => api.call('POST', '/auth/login', { body: { email: OWNER.email, password } });
    expect((await logIn('another password for the owner')).status).toBe(401);
    const { accessToken } = (await logIn(OWNER.password)).body;
    expect((await api.call('GET', '/me', { token: accessToken })).body.user).toMatchObject({
      isOperator: true,
      memberships: [{ role: 'owner' }],
    });
    const second = await create({ ...OWNER, email: 'second@example.com' });
    expect(await database.sql('SELECT is_operator FROM users WHERE id = $1', [second.userId])).toEqual([
      { is_operator: false },
    ]);
    await api.close();
  });

  it('makes a project once, and a key each time, that works', async () => {
    const bootstrap = context.get(Bootstrap);
    const organizationId = (
      await database.app.transaction((session) =>
        bootstrap.createOwner({ ...OWNER, email: 'demo@example.com' }, session),
      )
    ).organizationId as string;
    const make = () =>
      database.app.transaction(async (session) => {
        const project = await bootstrap.createProject({ organizationId, name: 'Demo' }, session);
        return {
          project,
          token: await bootstrap.createApiKey(project, { name: 'Demo key', scopes: ['enqueue', 'read'] }, session),
        };
      });
    const [first, second] = [await make(), await make()];
    expect(second.project).toEqual(first.project);
    const api = await TestApi.start(database, [TenancyModule]);
    for (const { token } of [first, second])
      expect((await api.call('GET', `/projects/${first.project.id}`, { token })).status).toBe(200);
    await api.close();
  });

  it.each([
    ['a short password', { password: 'short' }, '/password'],
    ['a password of 1,025 bytes', { password: 'x'.repeat(1_025) }, '/password'],
    ['no e-mail address', { email: 'owner' }, '/email'],
    ['a blank name', { name: ' ' }, '/name'],
    ['an organization of 201 characters', { organizationName: 'x'.repeat(201) }, '/organizationName'],
  ])('refuses %s and makes nothing', async (_what, fault, pointer) => {
    const owner = { ...OWNER, email: 'refused@example.com', ...fault };
    const attempt = database.app.transaction((session) => context.get(Bootstrap).createOwner(owner, session));
    await expect(attempt).rejects.toMatchObject({ family: 'invalid', faults: [{ pointer }] });
    expect(await database.sql(`SELECT 1 FROM users WHERE email = 'refused@example.com'`)).toEqual([]);
  });
});

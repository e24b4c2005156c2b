import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { hash } from 'argon2';
import { newId } from '../../src/kernel/ids.js';
import { AuthConfig } from '../../src/modules/auth/index.js';
import { QuotasConfig } from '../../src/modules/quotas/index.js';
import { EventsConfig } from '../../src/modules/events/index.js';
import {
  type ConfigClass,
  ConfigModule,
  DatabaseConfig,
  EncryptionConfig,
  SecretsConfig,
} from '../../src/platform/config/index.js';
import { DatabaseModule } from '../../src/platform/database/index.js';
import { Health } from '../../src/platform/health/index.js';
import { createHttpApp, type HttpAppOptions } from '../../src/platform/http/index.js';
import { LifecycleModule, Shutdown } from '../../src/platform/lifecycle/index.js';
import { type Log, LoggingModule, NestLog } from '../../src/platform/logging/index.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { apiRole } from '../../src/roles/api.role.js';
import type { RootModule } from '../../src/roles/role.js';
import type { TestDatabase } from './test-database.js';
import { testLog } from './test-log.js';

export const TEST_SECRETS = Object.freeze({
  JWT_SECRET: 'planted: access tokens of the test, 32 characters',
  JWT_REFRESH_SECRET: 'planted: refresh tokens of the test, 32 characters',
  SECRETS_KEY: 'planted: project secrets of the test, 32 characters',
});
/** Tests fail to sign in on purpose, and enqueue what they need; the tests of the limits set their own. */
export const UNLIMITED = Object.freeze({ AUTH_FAILURE_LIMIT: '0', ENQUEUE_LIMIT_PER_MINUTE: '0' });
/** What a busy machine does not answer within the usual seconds would be answered with 503. */
export const PATIENT = Object.freeze({ DATABASE_CONNECT_TIMEOUT_MS: '30000', PASSWORD_HASH_WAIT_MS: '30000' });
export const TEST_PASSWORD = 'correct horse battery staple';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  readonly body: any;
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestTenant {
  readonly organizationId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
}

type Role = 'owner' | 'admin' | 'member' | 'viewer';

/** The real modules behind the real HTTP room, on a database of the test. Requests go through the router, not over a socket. */
export class TestApi {
  private constructor(
    readonly app: NestFastifyApplication,
    private readonly database: TestDatabase,
    /** What the router itself was given, as `GET /api/v1/me`; without the documentation and what CORS adds. */
    readonly registered: readonly string[],
  ) {}

  static async start(
    database: TestDatabase,
    modules: readonly (Type | DynamicModule)[],
    options: {
      readonly env?: Readonly<Record<string, string>>;
      readonly configs?: readonly ConfigClass[];
      readonly http?: HttpAppOptions;
    } = {},
  ): Promise<TestApi> {
    const configs = [
      DatabaseConfig,
      SecretsConfig,
      EncryptionConfig,
      AuthConfig,
      EventsConfig,
      QuotasConfig,
      ...(options.configs ?? []),
    ];
    const env = { ...TEST_SECRETS, ...UNLIMITED, ...PATIENT, DATABASE_URL: database.url, ...options.env };

    const log = testLog();
    const services = { log, metrics: new Metrics(), health: new Health(), shutdown: new Shutdown() };

    @Module({
      imports: [
        ConfigModule.register(configs, env),
        LoggingModule.register(log),
        LifecycleModule.register(services),
        DatabaseModule,
        ...modules,
      ],
    })
    class TestRoot {}

    return TestApi.serve(TestRoot, database, log, options.http);
  }

  private static async serve(
    root: RootModule,
    database: TestDatabase,
    log: Log,
    options: HttpAppOptions = {},
  ): Promise<TestApi> {
    const app = await createHttpApp(root, { logger: new NestLog(log), ...options });
    const registered: string[] = [];
    const server = app.getHttpAdapter().getInstance();
    server.addHook('onRoute', ({ method, url }) => {
      registered.push(...[method].flat().map((one) => `${one} ${url}`));
    });
    await app.init();
    await server.ready();
    return new TestApi(app, database, registered);
  }

  /** The whole api, as the role composes it. */
  static async ofRole(database: TestDatabase, env: Readonly<Record<string, string>> = {}): Promise<TestApi> {
    const environment = { ...TEST_SECRETS, ...UNLIMITED, ...PATIENT, ROLE: 'api', DATABASE_URL: database.url, ...env };
    const log = testLog();
    const services = { log, metrics: new Metrics(), health: new Health(), shutdown: new Shutdown() };
    const root = await apiRole.root(environment, services);
    return TestApi.serve(root, database, log, { unprefixedPaths: ['livez', 'readyz'] });
  }

  async call(method: string, path: string, { token, body, headers }: CallOptions = {}): Promise<Answer> {
    const response = await this.app.inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = /[/+]json\b/.test(response.headers['content-type'] ?? '');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && response.body !== '' ? (JSON.parse(response.body) as unknown) : response.body,
    };
  }

  /** A user with a password, signed in; with an organization and a project of their own unless told where to belong. */
  async aTenant(
    options: { readonly role?: Role; readonly organizationId?: string; readonly projectId?: string } = {},
  ): Promise<TestTenant> {
    const userId = newId();
    const email = `${userId}@example.com`;
    await this.database.sql('INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, $3, $4)', [
      userId,
      email,
      'Test user',
      await testPasswordHash(),
    ]);
    const organizationId = options.organizationId ?? newId();
    const projectId = options.projectId ?? newId();
    if (options.organizationId === undefined) {
      await this.database.sql(`INSERT INTO organizations (id, name) VALUES ($1, 'Test organization')`, [
        organizationId,
      ]);
      await this.database.sql(`INSERT INTO projects (id, organization_id, name) VALUES ($1, $2, 'Test project')`, [
        projectId,
        organizationId,
      ]);
    }
    await this.database.sql('INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3)', [
      organizationId,
      userId,
      options.role ?? 'owner',
    ]);
    const { body } = await this.call('POST', '/auth/login', { body: { email, password: TEST_PASSWORD } });
    return { organizationId, projectId, userId, email, token: body.accessToken, refreshToken: body.refreshToken };
  }

  /** The token of a new API key. */
  async aKey(tenant: TestTenant, scopes: readonly string[]): Promise<string> {
    const path = `/projects/${tenant.projectId}/api-keys`;
    const { body } = await this.call('POST', path, { token: tenant.token, body: { name: 'Test key', scopes } });
    return body.token;
  }

  async close(): Promise<void> {
    await this.app.close();
  }
}

let passwordHash: Promise<string> | undefined;

/** One hash for all users of a file, with the least work that argon2 takes. */
function testPasswordHash(): Promise<string> {
  return (passwordHash ??= hash(TEST_PASSWORD, { memoryCost: 1_024, timeCost: 2, parallelism: 1 }));
}

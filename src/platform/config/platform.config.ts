import { IsIn, IsInt, IsOptional, IsUrl, Max, Min, MinLength } from 'class-validator';
import { readFileSync } from 'node:fs';
import { Env } from './env.decorator.js';

export const ROLES = ['api', 'worker', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];

/** What every process needs before anything else. */
export class ProcessConfig {
  /** Of this build. */
  static readonly version: string = buildVersion();

  @Env('ROLE', { doc: 'what this process is: api, worker or scheduler' })
  @IsIn(ROLES)
  role: Role;

  @Env('NODE_ENV', { doc: 'production refuses weak secrets and loopback targets', default: 'development' })
  @IsIn(['development', 'production', 'test'])
  nodeEnv: string;

  @Env('LOG_LEVEL', { doc: 'least severe level that is written', default: 'info' })
  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  logLevel: string;

  @Env('OPERATIONS_PORT', {
    doc: 'port of /livez, /readyz and /metrics of this process; never expose it',
    default: 9464,
  })
  @IsInt()
  @Min(0)
  @Max(65535)
  operationsPort: number;

  @Env('OPERATIONS_HOST', { doc: 'address that the operations port listens on', default: '127.0.0.1' })
  operationsHost: string;

  @Env('SHUTDOWN_GRACE_MS', { doc: 'drain window after SIGTERM in milliseconds, releasing included', default: 30_000 })
  @IsInt()
  @Min(0)
  @Max(3_600_000)
  shutdownGraceMs: number;

  get isProduction(): boolean {
    return this.nodeEnv === 'production';
  }
}

/** package.json stands beside `src` in the sources and above `dist/src` in a build. */
function buildVersion(): string {
  for (const path of ['../../../package.json', '../../../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string }).version;
    } catch {
      continue;
    }
  }
  return '0.0.0';
}

const POSTGRES_URL = { protocols: ['postgres', 'postgresql'], require_tld: false, require_protocol: true };

/** How this process reaches PostgreSQL. */
export class DatabaseConfig {
  @Env('DATABASE_URL', { doc: 'PostgreSQL 16 or newer; may go through a transaction pooler', secret: true })
  @IsUrl(POSTGRES_URL)
  url: string;

  @Env('DATABASE_DIRECT_URL', {
    doc: 'connection without a pooler, for LISTEN and migrations; default DATABASE_URL',
    default: null,
    secret: true,
  })
  @IsOptional()
  @IsUrl(POSTGRES_URL)
  directUrl?: string;

  @Env('MIGRATION_DATABASE_URL', {
    doc: 'connection as the owner of the tables, for `rota migrate` and `rota seed --reset`; default DATABASE_DIRECT_URL',
    default: null,
    secret: true,
  })
  @IsOptional()
  @IsUrl(POSTGRES_URL)
  migrationUrl?: string;

  @Env('DATABASE_POOL_SIZE', { doc: 'connections for requests and read models', default: 10 })
  @IsInt()
  @Min(1)
  @Max(200)
  poolSize: number;

  @Env('DATABASE_HOT_POOL_SIZE', { doc: 'connections for enqueue, claim and finish', default: 3 })
  @IsInt()
  @Min(2)
  @Max(50)
  hotPoolSize: number;

  @Env('DATABASE_STATEMENT_TIMEOUT_MS', { doc: 'longest a statement may take, in milliseconds', default: 15_000 })
  @IsInt()
  @Min(100)
  @Max(600_000)
  statementTimeoutMs: number;

  @Env('DATABASE_CONNECT_TIMEOUT_MS', { doc: 'longest wait for a connection, in milliseconds', default: 5_000 })
  @IsInt()
  @Min(100)
  @Max(60_000)
  connectTimeoutMs: number;

  get listenUrl(): string {
    return this.directUrl ?? this.url;
  }

  /** As the owner of the tables: the processes themselves may connect as a role without rights on the schema. */
  get ownerUrl(): string {
    return this.migrationUrl ?? this.listenUrl;
  }
}

/** Signing and encryption keys. There is no default: `npm start` generates its own, production brings its own. */
export class SecretsConfig {
  @Env('JWT_SECRET', { doc: 'signs access tokens; at least 32 characters', secret: true })
  @MinLength(32)
  jwtSecret: string;

  @Env('JWT_REFRESH_SECRET', { doc: 'derives refresh tokens; at least 32 characters', secret: true })
  @MinLength(32)
  jwtRefreshSecret: string;

  check(): string[] {
    return this.jwtSecret === this.jwtRefreshSecret ? ['JWT_SECRET and JWT_REFRESH_SECRET must differ'] : [];
  }
}

/** The key that project secrets are encrypted with at rest; the api writes them, workers read them. */
export class EncryptionConfig {
  @Env('SECRETS_KEY', { doc: 'encrypts project secrets at rest; at least 32 characters', secret: true })
  @MinLength(32)
  secretsKey: string;
}

/** The public HTTP interface. */
export class ApiConfig {
  @Env('API_PORT', { doc: 'port of the REST interface', default: 3000 })
  @IsInt()
  @Min(0)
  @Max(65535)
  port: number;

  @Env('API_HOST', { doc: 'address that the REST interface listens on', default: '127.0.0.1' })
  host: string;

  @Env('CORS_ORIGINS', { doc: 'comma-separated origins that browsers may call from; empty: none', default: [] })
  corsOrigins: string[];

  @Env('TRUSTED_PROXY_HOPS', { doc: 'proxies in front whose X-Forwarded-For is believed', default: 0 })
  @IsInt()
  @Min(0)
  @Max(10)
  trustedProxyHops: number;
}

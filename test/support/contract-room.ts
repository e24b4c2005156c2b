import { createHash, randomUUID } from 'node:crypto';
import { hash } from 'argon2';
import { newId } from '../../src/kernel/ids.js';
import { Factories } from './factories.js';
import type { Operation } from './openapi-document.js';
import { RoleProcess } from './role-process.js';
import { TEST_PASSWORD } from './test-api.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

export const OWNER_EMAIL = 'owner@example.com';

export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Emails = [string, string, string];

export interface ContractPerson extends Session {
  readonly email: string;
  /** Of links that were sent: to set a new password, and invitations of this person and of somebody without an account. */
  readonly tokens: { readonly reset: string; readonly ownInvitation: string; readonly invitation: string };
  /** Values of path parameters, by name. */
  readonly ids: Readonly<Record<string, string>>;
}

export interface ContractAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A project in which every operation finds what it is about, and nothing that stands in its way. */
export interface ContractProject {
  readonly organizationId: string;
  /** Values of path parameters, by name. */
  readonly ids: Readonly<Record<string, string>>;
}

/** The api of the build as a process, an owner who is signed in, and projects as they are asked for. */
export class ContractRoom {
  private constructor(
    readonly database: TestDatabase,
    readonly api: RoleProcess,
    readonly token: string,
    private readonly organizationId: string,
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<ContractRoom> {
    const database = await createTestDatabase();
    const organizationId = newId();
    await database.sql('INSERT INTO organizations (id, name) VALUES ($1, $2)', [organizationId, 'Example Inc.']);
    await insertOwner(database, organizationId, OWNER_EMAIL);
    const api = await RoleProcess.start('api', database, { PASSWORD_HASH_CONCURRENCY: '4', ...env });
    const session = await signIn(api.url, OWNER_EMAIL);
    return new ContractRoom(database, api, session.accessToken, organizationId);
  }

  /** Somebody else with a session of their own, which may end, and an organization of their own, which may go. */
  async aPerson({ isOperator = false } = {}): Promise<ContractPerson> {
    const organizationId = newId();
    await this.database.sql('INSERT INTO organizations (id, name) VALUES ($1, $2)', [organizationId, 'Example Ltd.']);
    const [email, partnerEmail, invitedEmail] = [newId(), newId(), newId()].map((id) => `${id}@example.com`) as Emails;
    const userId = await insertOwner(this.database, organizationId, email);
    await this.database.sql(`INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')`, [
      this.organizationId,
      userId,
    ]);
    await this.database.sql('UPDATE users SET is_operator = $2 WHERE id = $1', [userId, isOperator]);
    const partnerId = await insertOwner(this.database, organizationId, partnerEmail);
    const session = await signIn(this.api.url, email);
    const tokens = {
      reset: await this.aLink('password_resets (token_hash, user_id, expires_at)', userId),
      ownInvitation: await this.anInvitation(this.organizationId, userId, email),
      invitation: await this.anInvitation(organizationId, userId, invitedEmail),
    };
    const [sessionRow] = await this.database.sql<{ id: string }>('SELECT id FROM refresh_tokens WHERE user_id = $1', [
      userId,
    ]);
    const [invitation] = await this.database.sql<{ id: string }>('SELECT id FROM invitations WHERE email = $1', [
      invitedEmail,
    ]);
    const ids = {
      organizationId,
      userId: partnerId,
      sessionId: sessionRow?.id ?? '',
      invitationId: invitation?.id ?? '',
    };
    return { ...session, email, tokens, ids };
  }

  private async aLink(into: string, userId: string): Promise<string> {
    const token = `rota_reset_${randomUUID()}`;
    const hash = createHash('sha256').update(token).digest();
    await this.database.sql(`INSERT INTO ${into} VALUES ($1, $2, now() + interval '1 hour')`, [hash, userId]);
    return token;
  }

  private async anInvitation(organizationId: string, invitedBy: string, email: string): Promise<string> {
    const token = `rota_invite_${randomUUID()}`;
    await this.database.sql(
      `INSERT INTO invitations (id, organization_id, email, role, token_hash, invited_by, expires_at)
       VALUES ($1, $2, $3, 'member', $4, $5, now() + interval '1 day')`,
      [newId(), organizationId, email, createHash('sha256').update(token).digest(), invitedBy],
    );
    return token;
  }

  async aProject(): Promise<ContractProject> {
    const make = new Factories(this.database);
    const project = await make.aProject({ organizationId: this.organizationId, name: `Project ${randomUUID()}` });
    const queue = await make.aQueue({ project, name: 'emails' });
    const job = await make.aScheduledJob({ queue, labels: { customer: '4711' } });
    const letter = await make.aDeadLetter({ queue });
    const create = async (method: string, route: string, body: unknown): Promise<string> => {
      const path = `/api/v1/projects/${project.id}${route}`;
      const { status, text } = await this.send(method, path, { body: JSON.stringify(body) });
      if (status >= 300) throw new Error(`${method} ${route}: ${text}`);
      return text === '' ? '' : (JSON.parse(text) as { id: string }).id;
    };
    const template = { queue: 'emails', handler: 'http_request', payload: { url: 'https://example.com/report' } };
    await create('PUT', '/secrets/crm.token', { value: 'of a test' });
    const ids = {
      projectId: project.id,
      queue: queue.name,
      jobId: job.id,
      deadJobId: letter.id,
      deadLetterId: letter.deadLetterId,
      scheduleId: await create('POST', '/schedules', { ...template, name: 'every hour', intervalMs: 3_600_000 }),
      keyId: await create('POST', '/api-keys', { name: 'Key', scopes: ['read'] }),
      workerId: await make.aWorker(),
      name: 'crm.token',
    };
    return { organizationId: this.organizationId, ids };
  }

  async send(
    method: string,
    pathAndQuery: string,
    options: {
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly token?: string;
    } = {},
  ): Promise<ContractAnswer> {
    const token = options.token ?? this.token;
    const response = await fetch(this.api.url + pathAndQuery, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: options.body }),
      signal: AbortSignal.timeout(20_000),
    });
    const isStream = isEndless(response.headers);
    if (isStream) await response.body?.cancel();
    return { status: response.status, headers: response.headers, text: isStream ? '' : await response.text() };
  }

  async close(): Promise<void> {
    await this.api.stop();
    await this.database.close();
  }
}

/** Events come as long as somebody listens. */
export function isEndless(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** The path of an operation with its parameters filled in. @throws Error for a parameter that the room does not know */
export function pathOf({ path }: Operation, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = ids[name];
    if (value === undefined) throw new Error(`the contract room has nothing for {${name}} of ${path}`);
    return encodeURIComponent(value);
  });
}

async function insertOwner(database: TestDatabase, organizationId: string, email: string): Promise<string> {
  const id = newId();
  // The least work that argon2 takes.
  const passwordHash = await hash(TEST_PASSWORD, { memoryCost: 1_024, timeCost: 2, parallelism: 1 });
  await database.sql(`INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, 'Owner', $3)`, [
    id,
    email,
    passwordHash,
  ]);
  await database.sql(`INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')`, [
    organizationId,
    id,
  ]);
  return id;
}

async function signIn(url: string, email: string): Promise<Session> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: TEST_PASSWORD }),
  });
  return (await response.json()) as Session;
}

import type { AddressInfo } from 'node:net';
import { EventsModule } from '../../src/modules/events/index.js';
import { ChangeAnnouncer } from '../../src/modules/changes/index.js';
import { JobsModule } from '../../src/modules/jobs/index.js';
import { Listener, Notifier } from '../../src/platform/database/index.js';
import { Shutdown } from '../../src/platform/lifecycle/index.js';
import { Module } from '@nestjs/common';
import { AuditModule } from '../../src/modules/audit/index.js';
import { HandlersConfig, HandlersModule, ProjectSecrets } from '../../src/modules/handlers/index.js';
import { QueuesModule } from '../../src/modules/queues/index.js';
import { TenancyModule } from '../../src/modules/tenancy/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { TestApi, type TestTenant } from '../support/test-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

interface ReceivedEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A client of an event stream, as a browser is one. */
class EventClient {
  readonly events: ReceivedEvent[] = [];
  text = '';
  hasEnded = false;

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {}

  static async open(url: string, token: string, headers: Record<string, string> = {}): Promise<EventClient> {
    const abort = new AbortController();
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, ...headers },
      signal: abort.signal,
    });
    const client = new EventClient(response, abort);
    void client.read().finally(() => (client.hasEnded = true));
    return client;
  }

  get topics(): unknown[] {
    return this.events.filter(({ event }) => event === 'changed').map(({ data }) => data['topic']);
  }

  has(event: string): Promise<unknown> {
    return until(() => this.events.some((one) => one.event === event), `the stream says ${event}`);
  }

  hasTopic(topic: string): Promise<unknown> {
    return until(() => this.topics.includes(topic), `the stream says that ${topic} have changed`);
  }

  ended(): Promise<unknown> {
    return until(() => this.hasEnded, 'the stream ends');
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of this.response.body as unknown as AsyncIterable<Uint8Array>) {
        const text = decoder.decode(chunk, { stream: true });
        this.text += text;
        rest += text;
        const blocks = rest.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.take(block);
      }
    } catch {
      // closed by the test, or by the server
    }
  }

  private take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
    );
    const event = fields.get('event');
    if (event === undefined) return;
    const data = JSON.parse(fields.get('data') ?? '{}') as ReceivedEvent['data'];
    this.events.push({ event, id: fields.get('id'), data });
  }
}

let database: TestDatabase;
let tenant: TestTenant;
let queue: QueueFixture;
let make: Factories;
const apis: TestApi[] = [];
const clients: EventClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await anApi();
});

beforeEach(async () => {
  tenant = await api().aTenant();
  make = new Factories(database);
  queue = await make.aQueue({
    project: { id: tenant.projectId, organizationId: tenant.organizationId },
    name: 'emails',
  });
});

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

afterAll(async () => {
  for (const each of apis) await each.close();
  await database?.close();
});

const api = (): TestApi => apis[0] as TestApi;

/** A further api process on the same database; it listens on a port of its own. */
async function anApi(env: Readonly<Record<string, string>> = {}): Promise<TestApi> {
  @Module({ providers: [{ provide: ProjectSecrets, useValue: { find: () => undefined } }], exports: [ProjectSecrets] })
  class SecretsModule {}
  const handlers = await HandlersModule.register({
    modules: [],
    config: loadConfig(HandlersConfig, {}),
    imports: [SecretsModule],
  });
  const made = await TestApi.start(
    database,
    [AuditModule, TenancyModule, { ...handlers, global: true }, QueuesModule, JobsModule, EventsModule],
    { env },
  );
  await made.app.listen(0, '127.0.0.1');
  apis.push(made);
  return made;
}

async function follow(options: { at?: TestApi; token?: string; lastEventId?: string; projectId?: string } = {}) {
  const { port } = (options.at ?? api()).app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/v1/projects/${options.projectId ?? tenant.projectId}/events`;
  const headers: Record<string, string> =
    options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId };
  const client = await EventClient.open(url, options.token ?? tenant.token, headers);
  clients.push(client);
  return client;
}

const isListening = (at = api()) => until(() => at.app.get(Listener).isConnected, 'the api listens');
const call = (method: string, path: string, body?: unknown) =>
  api().call(method, `/projects/${tenant.projectId}${path}`, { token: tenant.token, body });

describe('the event stream of a project', () => {
  it('is a stream that no proxy keeps or gathers, and begins with where things stand', async () => {
    const client = await follow();
    await client.has('ready');
    expect(client.response.status).toBe(200);
    expect(client.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(client.response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(client.response.headers.get('x-accel-buffering')).toBe('no');
    expect(client.response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(client.text).toMatch(/^retry: \d+\n\n/);
    expect(client.events[0]?.id).toMatch(/^[0-9a-f]{16}-\d+$/);
  });

  it('hints what requests change, in every api process, and nothing of other projects', async () => {
    const other = await anApi();
    const [here, there] = [await follow(), await follow({ at: other })];
    const stranger = await api().aTenant();
    const elsewhere = await follow({ token: stranger.token, projectId: stranger.projectId });
    await Promise.all([here, there, elsewhere].map((client) => client.has('ready')));
    await Promise.all([isListening(), isListening(other)]);
    await until(async () => {
      expect((await call('POST', '/queues/emails/pause', {})).status).toBe(200);
      return here.topics.includes('queues') && there.topics.includes('queues');
    }, 'both streams hint the queues');
    await here.hasTopic('audit');
    expect(elsewhere.topics.filter((topic) => topic === 'queues' || topic === 'audit')).toEqual([]);
  });

  it('hints jobs that other processes make due, claim or end', async () => {
    const client = await follow();
    await client.has('ready');
    await isListening();
    const notifier = new Notifier(database.control);
    const before = client.topics.length;
    await until(() => {
      notifier.notify('rota_queued', queue.id);
      return client.topics.slice(before).includes('jobs');
    }, 'a queue with due jobs is hinted');
    await client.hasTopic('queues');
    ChangeAnnouncer.of(notifier).changed(tenant.projectId, 'schedules');
    await client.hasTopic('schedules');
    await notifier.close();
  });

  it('hints a topic at most once a second, however much changes', async () => {
    const startedAtMs = performance.now();
    const client = await follow();
    await client.has('ready');
    await isListening();
    for (let n = 0; n < 60; n += 1) {
      const answer = await call('POST', '/jobs', { queue: 'emails', handler: 'noop', payload: {} });
      expect(answer.status).toBe(201);
    }
    await client.hasTopic('jobs');
    const seconds = (performance.now() - startedAtMs) / 1_000;
    expect(client.topics.filter((topic) => topic === 'jobs').length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  });

  it('tells who comes back what changed meanwhile, and who comes from elsewhere to look at everything', async () => {
    const first = await follow();
    await first.has('ready');
    await isListening();
    const { id } = first.events[0] as ReceivedEvent;
    first.close();
    await call('POST', '/queues/emails/pause', {});
    await until(async () => {
      const { topics } = (await call('GET', '/events')).body as { topics: { topic: string; version: number }[] };
      return (topics.find(({ topic }) => topic === 'queues')?.version ?? 0) > 0;
    }, 'the version of the queues has risen');
    const back = await follow({ lastEventId: id ?? '' });
    await back.has('ready');
    expect(back.topics).toContain('queues');
    const stranger = await follow({ lastEventId: '0123456789abcdef-3' });
    await stranger.has('resync');
    expect(stranger.events[0]?.event).toBe('resync');
  });

  it('ends when the session is ended, when the member is removed, and when the key is revoked', async () => {
    const [person, member] = [
      await api().aTenant({ organizationId: tenant.organizationId, projectId: tenant.projectId }),
      await api().aTenant({ organizationId: tenant.organizationId, projectId: tenant.projectId, role: 'viewer' }),
    ];
    const key = await api().aKey(tenant, ['read']);
    const streams = [
      await follow({ token: person.token }),
      await follow({ token: member.token }),
      await follow({ token: key }),
      await follow(),
    ];
    await Promise.all(streams.map((stream) => stream.has('ready')));
    await api().call('POST', '/auth/logout', { body: { refreshToken: person.refreshToken } });
    await database.sql('DELETE FROM memberships WHERE user_id = $1', [member.userId]);
    await database.sql('UPDATE api_keys SET revoked_at = now() WHERE project_id = $1', [tenant.projectId]);
    await Promise.all(streams.slice(0, 3).map((stream) => stream.ended()));
    const reasons = streams.map(({ events }) => events.find(({ event }) => event === 'end')?.data['reason']);
    expect(reasons).toEqual(['unauthenticated', 'forbidden', 'unauthenticated', undefined]);
  });

  it('is refused beyond what a project and a process may have, and a closed one makes room', async () => {
    const small = await anApi({ EVENT_STREAMS: '2', EVENT_STREAMS_PER_PROJECT: '1' });
    const other = await api().aTenant();
    const first = await follow({ at: small });
    await first.has('ready');
    const second = await follow({ at: small });
    expect([second.response.status, second.response.headers.get('retry-after')]).toEqual([429, '10']);
    const third = await follow({ at: small, token: other.token, projectId: other.projectId });
    expect(third.response.status).toBe(200);
    const stranger = await api().aTenant();
    const fourth = await follow({ at: small, token: stranger.token, projectId: stranger.projectId });
    expect(fourth.response.status).toBe(503);
    first.close();
    await until(async () => (await follow({ at: small })).response.status === 200, 'there is room again');
  });

  it('never keeps a shutdown waiting', async () => {
    const stopping = await anApi();
    const open = await Promise.all(Array.from({ length: 5 }, () => follow({ at: stopping })));
    await Promise.all(open.map((client) => client.has('ready')));
    // It waits for what is under way, however long: no client of these streams would end them by itself.
    await stopping.app.get(Shutdown).run();
    await stopping.close();
    apis.splice(apis.indexOf(stopping), 1);
    await Promise.all(open.map((client) => client.ended()));
    expect(open.map(({ events }) => events.at(-1))).toEqual(
      open.map(() => ({ event: 'end', id: undefined, data: { reason: 'shutdown' } })),
    );
  });

  it('goes on by pace where nobody can listen', async () => {
    const deaf = await anApi({ DATABASE_DIRECT_URL: 'postgres://nobody@127.0.0.1:1/none' });
    const client = await follow({ at: deaf });
    await client.has('ready');
    await client.hasTopic('jobs');
    await client.hasTopic('schedules');
  });

  it('answers the versions as JSON to who does not ask for a stream', async () => {
    const { status, body } = await call('GET', '/events');
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{16}-\d+$/), topics: expect.any(Array) });
    expect(body.topics.map(({ topic }: { topic: string }) => topic)).toEqual([
      'jobs',
      'queues',
      'schedules',
      'dead-letters',
      'workers',
      'stats',
      'audit',
    ]);
  });
});

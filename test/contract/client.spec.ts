import {
  createRotaClient,
  dataOf,
  itemsOf,
  jobsCancelMany,
  jobsEnqueue,
  jobsEnqueueBulk,
  jobsExecutions,
  jobsGet,
  jobsList,
  type JobStatus,
  meDescribe,
  partsOf,
  type RotaClient,
  type RotaProblem,
} from '../../client/src/index.js';
import { ContractRoom } from '../support/contract-room.js';
import { RoleProcess } from '../support/role-process.js';
import { until } from '../support/until.js';

/** The client as a service uses it: on the api of the build, with a worker of the build, over sockets. */
let room: ContractRoom;
let worker: RoleProcess;
let client: RotaClient;
let projectId: string;

beforeAll(async () => {
  room = await ContractRoom.open();
  worker = await RoleProcess.start('worker', room.database);
  projectId = (await room.aProject()).ids['projectId'] ?? '';
  client = createRotaClient({ baseUrl: `${room.api.url}/`, token: room.token });
});

afterAll(async () => {
  await worker?.stop();
  await room?.close();
});

const problemOf = (answer: Promise<unknown>): Promise<RotaProblem> =>
  answer.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => error as RotaProblem,
  );

it('enqueues a job, waits for it and reads its executions', async () => {
  const path = { projectId };
  const body = { queue: 'emails', handler: 'noop', payload: { greeting: 'hello 😀' } };
  const { id } = await dataOf(jobsEnqueue({ client, path, body, headers: { 'Idempotency-Key': 'once' } }));

  const job = await until(async () => {
    const found = await dataOf(jobsGet({ client, path: { projectId, jobId: id } }));
    return found.status === 'completed' ? found : undefined;
  }, 'the job completes');
  expect(job.payload).toEqual(body.payload);
  const { data: executions } = await dataOf(jobsExecutions({ client, path: { projectId, jobId: id } }));
  expect(executions.map(({ attempt, outcome, finalStatus }) => ({ attempt, outcome, finalStatus }))).toEqual([
    { attempt: 1, outcome: 'completed', finalStatus: 'completed' },
  ]);

  const again = await jobsEnqueue({ client, path, body, headers: { 'Idempotency-Key': 'once' } });
  expect([again.response?.status, again.data?.id]).toEqual([200, id]);
});

it('walks a list over all its pages', async () => {
  const { ids } = await room.aProject();
  const path = { projectId: ids['projectId'] ?? '' };
  const jobs = Array.from({ length: 7 }, (_, n) => ({
    queue: 'emails',
    handler: 'noop',
    payload: { n },
    delayMs: 600_000,
  }));
  await dataOf(jobsEnqueueBulk({ client, path, body: { jobs } }));

  const status: JobStatus = 'scheduled';
  const seen: string[] = [];
  for await (const job of itemsOf((cursor) =>
    jobsList({ client, path, query: { status, limit: 3, ...(cursor === undefined ? {} : { cursor }) } }),
  )) {
    seen.push(job.id);
  }
  expect(new Set(seen).size).toBe(8); // those seven, and the one that the room made
  expect(seen.length).toBe(8);
});

it('sends a command again until all of its selection was met', async () => {
  const { ids } = await room.aProject();
  const path = { projectId: ids['projectId'] ?? '' };
  const job = { queue: 'emails', handler: 'noop', payload: {}, delayMs: 600_000, labels: { batch: 'parts' } };
  await dataOf(jobsEnqueueBulk({ client, path, body: { jobs: Array.from({ length: 7 }, () => job) } }));

  const filter = { label: 'batch:parts' };
  const parts: number[] = [];
  for await (const part of partsOf((cursor) => jobsCancelMany({ client, path, body: { filter, limit: 3, cursor } }))) {
    parts.push(part.succeeded);
  }
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(7);
  expect(parts.length).toBeGreaterThan(2);
});

it('tells a refusal by its stable code, with the faults by pointer', async () => {
  const body = { queue: 'nowhere', handler: 'noop', payload: {} };
  const refused = await problemOf(dataOf(jobsEnqueue({ client, path: { projectId }, body })));
  expect(refused).toMatchObject({ name: 'RotaProblem', code: 'QUEUE_UNKNOWN', status: 422 });
  expect(refused.problem?.errors[0]?.pointer).toBe('/queue');
});

it('asks for the token before every request, and sends none where none is asked for', async () => {
  const tokens = [room.token, 'expired'];
  const asking = createRotaClient({ baseUrl: room.api.url, getToken: () => tokens.shift() });
  const me = await dataOf(meDescribe({ client: asking }));
  expect(me.user?.email).toBe('owner@example.com');
  expect(await problemOf(dataOf(meDescribe({ client: asking })))).toMatchObject({ status: 401 });
  expect(tokens).toEqual([]);
});

it('says so when nothing answers, or something that is not Rota', async () => {
  const deaf = createRotaClient({ baseUrl: 'http://127.0.0.1:9' });
  expect(await problemOf(dataOf(meDescribe({ client: deaf })))).toMatchObject({ code: 'NO_RESPONSE', status: 0 });
  const page = () => Promise.resolve(new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  const proxied = createRotaClient({ baseUrl: 'http://rota.example', fetch: page });
  expect(await problemOf(dataOf(meDescribe({ client: proxied })))).toMatchObject({ code: 'NO_PROBLEM', status: 502 });
});

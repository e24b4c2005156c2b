import { Agent, get, type IncomingMessage } from 'node:http';
import { ContractRoom } from '../support/contract-room.js';
import { RoleProcess } from '../support/role-process.js';
import { until } from '../support/until.js';

/** The stream over real processes: what a worker does is hinted by the api, and the stream holds up no shutdown. */
let room: ContractRoom;
let worker: RoleProcess;
let projectId: string;

beforeAll(async () => {
  room = await ContractRoom.open();
  worker = await RoleProcess.start('worker', room.database);
  projectId = (await room.aProject()).ids['projectId'] as string;
});

afterAll(async () => {
  await worker?.stop();
  await room?.close();
});

interface Stream {
  readonly text: () => string;
  readonly hasEnded: () => boolean;
}

function follow(token: string, agent?: Agent): Promise<Stream> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const url = `${room.api.url}/api/v1/projects/${projectId}/events`;
  return new Promise((resolve, reject) => {
    get(url, { headers, ...(agent ? { agent } : {}) }, (response: IncomingMessage) => {
      let [text, hasEnded] = ['', false];
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('close', () => (hasEnded = true));
      response.on('error', () => undefined);
      resolve({ text: () => text, hasEnded: () => hasEnded });
    }).on('error', reject);
  });
}

const topics = (stream: Stream): string[] =>
  [...stream.text().matchAll(/"topic":"([a-z-]+)"/g)].map(([, topic]) => topic as string);

describe('the event stream of real processes', () => {
  it('hints a job from its enqueue to its end in a worker, and its death', async () => {
    const stream = await follow(room.token);
    await until(() => stream.text().includes('event: ready'), 'the stream is ready');
    const path = `/api/v1/projects/${projectId}/jobs`;
    // Nothing answers at this port: the only attempt fails, and the job is a dead letter.
    const body = { queue: 'emails', handler: 'http_request', payload: { url: 'http://127.0.0.1:9/' }, maxAttempts: 1 };
    expect((await room.send('POST', path, { body: JSON.stringify(body) })).status).toBe(201);
    await until(() => topics(stream).includes('jobs'), 'jobs are hinted');
    await until(() => topics(stream).includes('dead-letters'), 'the dead letter is hinted');
    expect(topics(stream)).toEqual(expect.arrayContaining(['jobs', 'queues', 'stats', 'dead-letters']));
  });

  it('does not keep a process that is told to stop, nor do idle connections', async () => {
    const agent = new Agent({ keepAlive: true });
    const idle = Array.from(
      { length: 5 },
      () =>
        new Promise<void>((resolve, reject) => {
          get(`${room.api.url}/livez`, { agent }, (response) => {
            response.resume().on('end', resolve);
          }).on('error', reject);
        }),
    );
    const stream = await follow(room.token);
    await Promise.all(idle);
    await until(() => stream.text().includes('event: ready'), 'the stream is ready');
    // One that waited for them would come to the end of its grace, and exit with 1.
    expect(await room.api.stop()).toBe(0);
    await until(() => stream.hasEnded(), 'the stream has ended');
    expect(stream.text()).toContain('event: end\ndata: {"reason":"shutdown"}');
    agent.destroy();
  });
});

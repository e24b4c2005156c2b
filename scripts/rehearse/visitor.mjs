// Does what a person and a client service do: signs in at the admin app, and has jobs run by the workers.
import { setTimeout as delay } from 'node:timers/promises';

const JOB_WITHIN_MS = 60_000;

/** Answers the id of a job that is still running at the end. */
export async function runJobs({ ports, owner }) {
  const web = `http://127.0.0.1:${ports.web}`;
  const cookie = await signIn(web, owner);
  const page = await fetch(`${web}/sign-in`, { redirect: 'manual' });
  if (page.status !== 200) throw new Error(`the page to sign in answers ${page.status}`);
  const call = (method, route, body) => callThroughWeb({ web, cookie, method, route, body });
  const { id: projectId } = await call('POST', '/projects', {
    organizationId: owner.organizationId,
    name: 'Rehearsal',
  });
  const project = `/projects/${projectId}`;
  await call('POST', `${project}/queues`, { name: 'rehearsal' });
  const enqueue = (handler, payload) => call('POST', `${project}/jobs`, { queue: 'rehearsal', handler, payload });
  const job = await enqueue('noop', {});
  await untilStatus(() => call('GET', `${project}/jobs/${job.id}`), 'completed');
  const own = await enqueue('greet', { name: 'Ada' });
  const { result } = await untilStatus(() => call('GET', `${project}/jobs/${own.id}`), 'completed');
  if (result?.text !== 'Hello Ada') throw new Error(`a handler of its own answers ${JSON.stringify(result)}`);
  const delayed = await call('POST', `${project}/jobs`, {
    queue: 'rehearsal',
    handler: 'noop',
    payload: {},
    delayMs: 1_000,
  });
  await untilStatus(() => call('GET', `${project}/jobs/${delayed.id}`), 'completed'); // the scheduler makes it due
  const sleeper = await enqueue('sleep', { durationMs: 600_000 });
  await untilStatus(() => call('GET', `${project}/jobs/${sleeper.id}`), 'running');
  await assertDirect(ports.api);
  return { sleeperId: sleeper.id };
}

async function signIn(web, { email, password }) {
  const response = await fetch(`${web}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`signing in answers ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

async function callThroughWeb({ web, cookie, method, route, body }) {
  const response = await fetch(`${web}/api/rota/api/v1${route}`, {
    method,
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${route} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

async function untilStatus(read, wanted) {
  const endsAtMs = performance.now() + JOB_WITHIN_MS;
  for (;;) {
    const answer = await read();
    const { status } = answer;
    if (status === wanted) return answer;
    if (performance.now() > endsAtMs) throw new Error(`a job is ${status}, not ${wanted}, after ${JOB_WITHIN_MS} ms`);
    await delay(100);
  }
}

/** The public port itself: probes for a load balancer, the documentation, and no metrics. */
async function assertDirect(port) {
  const expected = { '/readyz': 200, '/api/v1/openapi.json': 200, '/metrics': 404 };
  for (const [route, status] of Object.entries(expected)) {
    const response = await fetch(`http://127.0.0.1:${port}${route}`);
    await response.arrayBuffer();
    if (response.status !== status) throw new Error(`${route} of the api answers ${response.status}, not ${status}`);
  }
}

import { Agent, request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { PROBLEM_CATALOGUE } from '../../src/platform/http/index.js';
import {
  type ContractAnswer,
  type ContractProject,
  ContractRoom,
  isEndless,
  type ContractPerson,
} from '../support/contract-room.js';
import { hostileRequests, UNKNOWN_ID, type WireRequest } from '../support/hostile-requests.js';
import { type Operation, operations } from '../support/openapi-document.js';
import { until } from '../support/until.js';

/**
 * Requests made from the document that no client should send, for every operation, on the api of the build. The seed is
 * fixed; FUZZ_SEED and FUZZ_RUNS try others. A failure tells seed and path of its request: both go back into `fc.assert`.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 25);
/** Time for all requests, in milliseconds. On a busy machine fewer are sent: each operation has its share of what is left. */
const BUDGET_MS = 50_000 * (RUNS / 25);
const LEAST_SHARE_MS = 250;
/** However little time is left. */
const LEAST_REQUESTS = 3;
const ANSWER_WITHIN_MS = 10_000;

/** Refused by the server before there is an operation that could declare it. */
const BEFORE_ROUTING = [404, 414, 431];
const INTERNALS =
  /\n\s+at |node_modules|\/(src|dist)\/|\bSELECT\b|\bINSERT\b|violates|relation "|syntax error|TypeError|RangeError|Cannot read|SQLSTATE|[a-z_]+\.sql\b/;
/** Of a problem's own code, or of the rule of a field. */
const FAULT_CODE = /^(IS_|MIN|MAX|ARRAY_|MATCHES|UNIQUE|IP|CONTAINS|EQUALS|NOT_|LENGTH|[A-Z]+(_[A-Z0-9]+)*$)/;
/** Those that a refused request may write to: what it is limited by. */
const UNWATCHED = ['auth_attempts', 'enqueue_leases'];

/** Notes every row that is written anywhere else. What is rolled back takes its note along. */
const WATCH = `
  CREATE TABLE watched_writes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, source text NOT NULL);
  CREATE FUNCTION watch_writes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    INSERT INTO public.watched_writes (source) VALUES (tg_op || ' ' || tg_table_name);
    RETURN NULL;
  END $$;
  DO $$
  DECLARE watched regclass;
  BEGIN
    FOR watched IN
      SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname NOT IN ('watched_writes', ${UNWATCHED.map((name) => `'${name}'`).join(', ')})
    LOOP
      EXECUTE format('CREATE TRIGGER watched AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION watch_writes()', watched);
    END LOOP;
  END $$;
`;

/** `{jobId}`, where a scene has an id. */
const PLACEHOLDER = /^%7B(\w+)%7D$/;

let room: ContractRoom;
let project: ContractProject;
let person: ContractPerson | undefined;
let memoryBefore: number;
const agent = new Agent({ keepAlive: true });
const seen = new Map<number, number>();

beforeAll(async () => {
  room = await ContractRoom.open({ TRUSTED_PROXY_HOPS: '1' });
  await room.database.sql(WATCH);
  memoryBefore = await residentBytes();
});

afterAll(async () => {
  agent.destroy();
  await room?.close();
});

/** The last row that was written. */
async function writes(): Promise<string> {
  return JSON.stringify(await room.database.sql('SELECT id, source FROM watched_writes ORDER BY id DESC LIMIT 1'));
}

/** What a granted request left to be done in the background is done. */
async function settled(): Promise<string> {
  let last = '';
  return until(async () => {
    const atWork = await room.database.sql(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'rota-%' AND state <> 'idle'`,
    );
    const now = await writes();
    const isSame = now === last && atWork.length === 0;
    last = now;
    return isSame ? now : undefined;
  }, 'the database is at rest');
}

async function residentBytes(): Promise<number> {
  const port = room.api.lines().find((line) => line['msg'] === 'starting')?.['operationsPort'];
  const metrics = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text();
  return Number(/^\w*process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/m.exec(metrics)?.[1]);
}

let startedAtMs = 0;
let begun = 0;

function shareMs(): number {
  if (begun === 0) startedAtMs = performance.now();
  const leftMs = BUDGET_MS - (performance.now() - startedAtMs);
  const share = leftMs / (operations.length - begun);
  begun += 1;
  // What the quick ones leave over is for the slow ones.
  return Math.max(LEAST_SHARE_MS, share * 2);
}

/** A scene of its own for each operation, and a new one after every change that was granted. */
async function newScene(operation: Operation): Promise<string> {
  project = await room.aProject();
  // Inside of a project nobody can lose a session.
  if (person === undefined || !operation.path.includes('/projects/{projectId}/')) {
    person = await room.aPerson({ isOperator: operation.path.includes('/operator/') });
  }
  return settled();
}

let address = 0;

function send(operation: Operation, { path, query, headers, body }: WireRequest): Promise<ContractAnswer> {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => path[name] ?? '');
  address += 1;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      room.api.url + filled,
      {
        agent,
        method: operation.method,
        path: filled + query.replaceAll(' ', '%20'),
        timeout: ANSWER_WITHIN_MS,
        headers: {
          // Each from another address, so that the limits of one stop no other.
          'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
          ...(operation.security === undefined ? {} : { authorization: `Bearer ${person?.accessToken ?? ''}` }),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        const answered = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
        const chunks: Buffer[] = [];
        if (isEndless(answered)) {
          resolve({ status: response.statusCode ?? 0, headers: answered, text: '' });
          request.destroy();
          return;
        }
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: answered, text });
        });
      },
    );
    request.on('timeout', () => request.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)));
    request.on('error', reject);
    request.end(body);
  });
}

const catalogue = new Map(PROBLEM_CATALOGUE.map((entry) => [entry.code, entry]));

function checkProblem({ status, headers, text }: ContractAnswer): void {
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = JSON.parse(text) as Record<string, unknown> & { errors: { code: string; pointer: string }[] };
  expect(Object.keys(problem).sort()).toEqual(['code', 'detail', 'errors', 'requestId', 'status', 'title', 'type']);
  expect(problem).toMatchObject({ status, requestId: headers.get('x-request-id') });
  // The names of rules stand in `errors` only: a client switches on what is in the catalogue.
  const statuses = catalogue.get(String(problem['code']))?.statuses ?? [];
  expect({ code: problem['code'], statuses }).toEqual({
    code: problem['code'],
    statuses: expect.arrayContaining([status]),
  });
  for (const fault of problem.errors) expect(fault.code).toMatch(FAULT_CODE);
  expect(text).not.toMatch(INTERNALS);
}

/** @returns was it granted? */
async function attempt(operation: Operation, wire: WireRequest, isPathGood: boolean): Promise<boolean> {
  const answer = await send(operation, wire);
  seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
  expect({ ...answer, isOurFault: answer.status >= 500 }).toEqual({ ...answer, isOurFault: false });
  const isDeclared = operation.responses[String(answer.status)] !== undefined;
  const isExpected = isDeclared || BEFORE_ROUTING.includes(answer.status);
  expect({ ...answer, isExpected }).toEqual({ ...answer, isExpected: true });
  if (answer.status < 400) return true;
  checkProblem(answer);
  // What the document has must be there, or nothing of it is tried.
  if (isPathGood) expect(answer.text).not.toContain('ROUTE_NOT_FOUND');
  return false;
}

it.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s refuses what it must, and keeps nothing of it',
  async (_id, operation) => {
    let stored = await newScene(operation);
    let requests = 0;
    const untilMs = performance.now() + shareMs();
    const wires = hostileRequests(operation, {
      ids: Object.fromEntries(Object.keys({ ...project.ids, ...person?.ids }).map((name) => [name, `{${name}}`])),
    });
    await fc.assert(
      fc.asyncProperty(wires, async (wire) => {
        if (requests >= LEAST_REQUESTS && performance.now() > untilMs) return;
        requests += 1;
        const path = Object.fromEntries(Object.entries(wire.path).map(([name, value]) => [name, placed(value)]));
        const isPathGood = Object.values(wire.path).every((value) => PLACEHOLDER.test(value) || value === UNKNOWN_ID);
        const isGranted = await attempt(operation, { ...wire, path }, isPathGood);
        if (operation.method === 'GET') return;
        if (isGranted) stored = await newScene(operation);
        else expect(await writes()).toBe(stored);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(requests).toBeGreaterThanOrEqual(Math.min(LEAST_REQUESTS, RUNS));
  },
);

/** Good ids change from scene to scene, requests must not, or a failure could not be sent again. */
function placed(value: string): string {
  const name = PLACEHOLDER.exec(value)?.[1];
  return name === undefined ? value : encodeURIComponent({ ...project.ids, ...person?.ids }[name] ?? '');
}

it('has reached past the first gate', () => {
  const count = (matches: (status: number) => boolean) =>
    [...seen].reduce((sum, [status, times]) => (matches(status) ? sum + times : sum), 0);
  if (process.env['FUZZ_REPORT'] !== undefined)
    process.stderr.write(`answers by status: ${JSON.stringify([...seen])}\n`);
  const all = count(() => true);
  expect(count((status) => status < 300)).toBeGreaterThan(all / 10);
  expect(count((status) => status === 422)).toBeGreaterThan(all / 10);
});

it('has not grown', async () => {
  const grownMiB = ((await residentBytes()) - memoryBefore) / 1_048_576;
  if (process.env['FUZZ_REPORT'] !== undefined) process.stderr.write(`memory grew by ${grownMiB.toFixed()} MiB\n`);
  // A heap that is not collected yet is not a leak; a body that is kept is: they have 40 MiB together.
  expect(grownMiB).toBeLessThan(250);
});

import { PROBLEM_CATALOGUE } from '../../src/platform/http/index.js';
import { type ContractPerson, ContractRoom, pathOf } from '../support/contract-room.js';
import { operations } from '../support/openapi-document.js';

/** A client switches on `code`: whatever is at fault in a request, it is one that the catalogue gives that status. */
let room: ContractRoom;
let person: ContractPerson;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  room = await ContractRoom.open();
  person = await room.aPerson({ isOperator: true });
  ids = { ...(await room.aProject()).ids, ...person.ids };
});

afterAll(async () => {
  await room?.close();
});

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly { readonly pointer: string; readonly code: string }[];
}

const statuses = new Map(PROBLEM_CATALOGUE.map((entry) => [entry.code, entry.statuses]));

async function refused(method: string, path: string, body?: unknown): Promise<Problem> {
  const { status, text } = await room.send(method, path, {
    token: person.accessToken,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const problem = JSON.parse(text) as Problem;
  expect({ path, status, code: problem.code, known: statuses.get(problem.code) ?? [] }).toMatchObject({
    known: expect.arrayContaining([status]) as unknown,
  });
  return problem;
}

it.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s refuses one fault, two, and a body that is missing under a code that has that status',
  async (_id, operation) => {
    const path = pathOf(operation, ids);
    const { method } = operation;
    if (operation.body === undefined) {
      // Those that take no query ignore it, and the others must not do anything here.
      if (method !== 'GET' || !operation.parameters.some((parameter) => parameter.in === 'query')) return;
      for (const query of ['unknown=1', 'unknown=1&other=2']) await refused(method, `${path}?${query}`);
      return;
    }
    const example = Object.values(operation.body.examples)[0]?.value ?? {};
    const fields = Object.keys(example);
    const bodies = [
      { ...example, unknown: 1 },
      { ...example, unknown: 1, other: 2 },
      ...fields.map((field) => ({ ...example, [field]: [[]] })),
      [],
      ...(operation.body.required === true ? [undefined] : []),
    ];
    for (const body of bodies) await refused(method, path, body);
  },
);

describe('a payload', () => {
  const mail = { to: ['ada@example.com'], subject: 'Hello', text: 'It is on its way.' };
  const enqueue = (more: object) =>
    refused('POST', `/api/v1/projects/${ids['projectId'] ?? ''}/jobs`, {
      queue: 'emails',
      handler: 'send_email',
      payload: mail,
      ...more,
    });

  it.each<[string, object, readonly (readonly [string, string])[]]>([
    ['one broken rule', { payload: { ...mail, subject: 'a\nb' } }, [['/payload/subject', 'MATCHES']]],
    ['one missing field', { payload: { ...mail, subject: undefined } }, [['/payload/subject', 'REQUIRED']]],
    ['an unknown field', { payload: { ...mail, more: 1 } }, [['/payload/more', 'UNKNOWN_PROPERTY']]],
    ['no payload', { payload: undefined }, [['/payload', 'REQUIRED']]],
    [
      'two faults',
      { handler: 'no_such_handler', queue: 'no-such-queue' },
      [
        ['/handler', 'HANDLER_UNKNOWN'],
        ['/queue', 'QUEUE_UNKNOWN'],
      ],
    ],
  ])('with %s is VALIDATION_FAILED', async (_what, more, faults) => {
    const { status, code, errors } = await enqueue(more);
    expect([status, code]).toEqual([422, 'VALIDATION_FAILED']);
    const found = errors.map((fault) => [fault.pointer, fault.code]);
    expect(found).toHaveLength(faults.length);
    expect(found).toEqual(expect.arrayContaining(faults.map((fault) => [...fault])));
  });

  it.each([
    ['HANDLER_UNKNOWN', { handler: 'no_such_handler' }],
    ['QUEUE_UNKNOWN', { queue: 'no-such-queue' }],
    ['PAYLOAD_TOO_LARGE', { handler: 'noop', payload: { text: 'x'.repeat(140_000) } }],
  ])('whose only fault is %s has it as the code of the problem', async (code, more) => {
    expect(await enqueue(more)).toMatchObject({ status: 422, code });
  });
});

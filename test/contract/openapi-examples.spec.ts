import { Ajv2020 } from 'ajv/dist/2020.js';
import { type ContractProject, ContractRoom, pathOf, type ContractPerson } from '../support/contract-room.js';
import { openApi, type Operation, operations, type Schema } from '../support/openapi-document.js';

/**
 * Every operation is called as the document shows it, with each of its example bodies, on the api of the build. It must
 * answer with a success that the document names, in the shape that it promises and with nothing more.
 */
let room: ContractRoom;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

beforeAll(async () => {
  ajv.addSchema(closed(openApi), 'openapi');
  // No mail arrives there; that one is on its way is all that an answer says.
  room = await ContractRoom.open({ SIGNUP: 'open', SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'rota@example.com' });
});

afterAll(async () => {
  await room?.close();
});

type Body = Record<string, unknown>;

interface Scene {
  readonly project: ContractProject;
  /** Of whoever calls: what they do to themselves harms no other case. */
  readonly person: ContractPerson;
}

/** What an example can only show, and a call must have: ids of things that are there, and living tokens. */
const REAL: Readonly<Record<string, (body: Body, scene: Scene) => Body>> = {
  passwordReset: (body, { person }) => ({ ...body, token: person.tokens.reset }),
  accountsInspect: (body, { person }) => ({ ...body, token: person.tokens.invitation }),
  accountsRegister: (body, { person }) => ({ ...body, token: person.tokens.invitation }),
  accountsAccept: (body, { person }) => ({ ...body, token: person.tokens.ownInvitation }),
  authRefresh: (body, { person }) => ({ ...body, refreshToken: person.refreshToken }),
  authLogout: (body, { person }) => ({ ...body, refreshToken: person.refreshToken }),
  projectsCreate: (body, { project: { organizationId } }) => ({
    ...body,
    organizationId,
    name: `${String(body['name'])} 2`,
  }),
  jobsCancelMany: (body, { project: { ids } }) => withIds(body, ids['jobId']),
  jobsRetryMany: (body, { project: { ids } }) => withIds(body, ids['jobId']),
  jobsReplayMany: (body, { project: { ids } }) => withIds(body, ids['deadJobId']),
  deadLettersReplayMany: (body, { project: { ids } }) => withIds(body, ids['deadLetterId']),
  deadLettersDiscardMany: (body, { project: { ids } }) => withIds(body, ids['deadLetterId']),
};

const withIds = (body: Body, id: string | undefined): Body =>
  body['ids'] === undefined ? body : { ...body, ids: [id] };

/** An instant in an example is a date of its year; a call needs one that is still to come. */
const withInstants = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, key.endsWith('At') ? new Date(Date.now() + 3_600_000) : value]),
  );

/** What cannot be granted where there is somebody who could ask. */
const REFUSED: Readonly<Record<string, number>> = { accountsSetUp: 422 };

/** What has to happen in the project before the operation makes sense. */
const BEFORE: Readonly<Record<string, readonly [operationId: string, body: Body]>> = {
  queuesResume: ['queuesPause', {}],
  schedulesResume: ['schedulesPause', {}],
};

/** Operations whose job has ended. */
const ON_ENDED_JOBS = ['jobsReplay'];

type Case = readonly [operationId: string, example: string, operation: Operation, body: Body | undefined];

const CASES: readonly Case[] = operations.flatMap((operation): Case[] =>
  operation.body === undefined
    ? [[operation.operationId, '', operation, undefined]]
    : Object.entries(operation.body.examples).map(([name, { value }]) => [
        operation.operationId,
        ` of ${name}`,
        operation,
        value,
      ]),
);

it.each(CASES)('%s%s does what the document says', async (id, _name, operation, example) => {
  const isOperator = operation.path.includes('/operator/');
  const [project, person] = [await room.aProject(), await room.aPerson({ isOperator })];
  const call = (one: Operation, sent: Body | undefined) =>
    room.send(one.method, pathOf(one, ids), {
      token: one.security === undefined ? '' : person.accessToken,
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
  const ids: Readonly<Record<string, string>> = {
    ...project.ids,
    ...person.ids,
    ...(ON_ENDED_JOBS.includes(id) ? { jobId: project.ids['deadJobId'] ?? '' } : {}),
  };
  const [before, body] = BEFORE[id] ?? [];
  if (before !== undefined) await call(operations.find((one) => one.operationId === before) as Operation, body);
  if (id === 'queuesCreate')
    await room.database.sql(`UPDATE queues SET name = name || '-old' WHERE project_id = $1`, [ids['projectId']]);

  const real =
    example === undefined
      ? undefined
      : (REAL[id] ?? ((same: Body) => same))(withInstants(example), { project, person });
  const answer = await call(operation, real);

  const documented = operation.responses[String(answer.status)];
  const isAsExpected = documented !== undefined && (REFUSED[id] ?? Math.min(answer.status, 299)) === answer.status;
  expect({ ...answer, isAsExpected }).toEqual({ ...answer, isAsExpected: true });
  const known = Object.keys(documented?.content ?? {});
  if (known.length === 0) {
    expect(answer.text).toBe('');
    return;
  }
  const media = answer.headers.get('content-type')?.split(';')[0] ?? '';
  expect(known).toContain(media);
  if (!media.endsWith('json') || media.endsWith('ndjson')) return;
  const pointer = `#/paths/${escaped(operation.path)}/${operation.method.toLowerCase()}/responses/${answer.status}/content/${escaped(media)}/schema`;
  const validate = ajv.compile({ $ref: `openapi${pointer}` });
  validate(JSON.parse(answer.text));
  expect(validate.errors ?? []).toEqual([]);
});

const escaped = (segment: string) => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));

/** The document, with every object closed that lists its properties: an answer must not say more than is documented. */
function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item as unknown)])) as Schema;
  const isClosable =
    copy.properties !== undefined && copy.additionalProperties === undefined && copy['allOf'] === undefined;
  return (isClosable && copy.type === 'object' ? { ...copy, additionalProperties: false } : copy) as T;
}

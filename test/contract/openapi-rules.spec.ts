import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { KEY_SCOPES, scopesAllow } from '../../src/modules/auth/index.js';
import { Health } from '../../src/platform/health/index.js';
import { createHttpApp } from '../../src/platform/http/index.js';
import { Shutdown } from '../../src/platform/lifecycle/index.js';
import { Log } from '../../src/platform/logging/index.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { apiRole } from '../../src/roles/api.role.js';
import { openApi, operations, type Operation, resolve, type Schema, subschemas } from '../support/openapi-document.js';
import { type Route, routesOf } from '../support/routes.js';
import { TEST_SECRETS } from '../support/test-api.js';

const PROBES = ['GET /livez', 'GET /readyz'];
const ALL = operations.map((operation) => [operation.operationId, operation] as const);
const WITH_BODY = ALL.filter(([, { body }]) => body !== undefined);

/** JSON that is not ours: payloads, results, progress and log data belong to handlers, what an audit entry compares to its target. */
const FREE_FORM = [
  'AuditEntryResponse/after',
  'AuditEntryResponse/before',
  'DeadLetterResponse/payload',
  'HandlerResponse/example',
  'HandlerResponse/payloadSchema',
  'JobExecutionResponse/result',
  'JobLogLineResponse/data',
  'JobResponse/payload',
  'JobResponse/progress',
  'JobResponse/result',
  'ListedScheduleResponse/payload',
  'ScheduleResponse/payload',
];

let app: NestFastifyApplication;
let routes: Route[];
let registered: string[];

beforeAll(async () => {
  const log = new Log({ level: 'silent' });
  const env = { ...TEST_SECRETS, ROLE: 'api', DATABASE_URL: 'postgres://nobody@localhost/none' };
  const root = await apiRole.root(env, { log, metrics: new Metrics(), health: new Health(), shutdown: new Shutdown() });
  app = await createHttpApp(root, { logger: false, unprefixedPaths: ['livez', 'readyz'] });
  registered = [];
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', ({ method, url }) => {
      registered.push(...[method].flat().map((one) => `${one} ${url}`));
    });
  await app.init();
  routes = routesOf(app);
});

afterAll(async () => {
  await app?.close();
});

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

const schemaOf = (operation: Operation, status: string, media: string): Schema | undefined =>
  operation.responses[status]?.content?.[media]?.schema;

const declared = (operation: Operation): Route['access'] =>
  routes.find((route) => `${route.method} /api/v1${route.path.replaceAll(/:(\w+)/g, '{$1}')}` === nameOf(operation))
    ?.access;

describe('the document as a whole', () => {
  it('is OpenAPI 3.1', () => {
    expect(openApi.openapi).toMatch(/^3\.1\./);
  });

  it('has exactly the routes that the router has, but for the probes', () => {
    const served = registered
      .filter((route) => !/^(HEAD|OPTIONS) /.test(route) && !PROBES.includes(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1'));
    expect([...new Set(served)].sort()).toEqual(operations.map(nameOf).sort());
  });

  it('gives every operation an id of its own, fit for a function name', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-zA-Z]+$/.test(id))).toEqual([]);
  });

  it('leaves no response to chance: JSON of any shape only where it belongs to others', () => {
    const free = Object.entries(openApi.components.schemas)
      .filter(([name]) => name.endsWith('Response'))
      .flatMap(([name, schema]) =>
        subschemas(schema)
          .filter(({ schema: one }) => isFreeForm(one))
          .map(({ pointer }) => name + pointer),
      );
    expect(free.sort()).toEqual(FREE_FORM);
  });

  it('refers to nothing that is not there, and holds nothing that nobody refers to', () => {
    const references = new Set(
      [...JSON.stringify(openApi).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect(Object.keys(openApi.components.schemas).sort()).toEqual([...references].map(String).sort());
  });
});

function isFreeForm(schema: Schema): boolean {
  const isObject = [schema.type].flat().includes('object');
  return (
    schema.additionalProperties === true ||
    (isObject && schema.properties === undefined && schema.additionalProperties === undefined) ||
    (schema.type === undefined &&
      schema.$ref === undefined &&
      !('enum' in schema || 'oneOf' in schema || 'allOf' in schema || 'anyOf' in schema))
  );
}

describe.each(ALL)('%s', (_id, operation) => {
  it('has a summary and one tag', () => {
    expect(operation.summary).toMatch(/^[A-Z].{4,100}$/);
    expect(operation.tags).toEqual([expect.stringMatching(/^[a-z-]+$/)]);
  });

  it('asks for the credentials that its route asks for', () => {
    const access = declared(operation);
    const byKey =
      access?.kind === 'authenticated' || (access?.kind === 'permission' && scopesAllow(KEY_SCOPES, access.permission));
    const schemes = [...(access?.kind === 'public' ? [] : ['bearer']), ...(byKey ? ['apiKey'] : [])];
    expect((operation.security ?? []).flatMap((one) => Object.keys(one))).toEqual(schemes);
    const permission = access !== undefined && 'permission' in access ? access.permission : undefined;
    expect(operation.permission).toBe(access?.kind === 'operator' ? 'installation:operate' : permission);
  });

  it('describes its parameters, and names those of its path', () => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath.toSorted()).toEqual(
      [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)).toSorted(),
    );
    for (const { description, schema, name } of operation.parameters) {
      expect({ name, description }).toEqual({ name, description: expect.stringMatching(/\w{2}/) });
      expect({ name, type: resolve(schema).type }).toEqual({ name, type: expect.any(String) });
    }
  });

  it('declares one kind of success, with its schema unless there is nothing to say', () => {
    const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    expect(successes.length).toBeGreaterThan(0);
    for (const status of successes) {
      const media = Object.keys(operation.responses[status]?.content ?? {});
      if (media.length === 0) expect(['202', '204']).toContain(status);
      for (const type of media) expect(resolve(schemaOf(operation, status, type) ?? {}).type).toBeDefined();
    }
    expect(successes.includes('204') && successes.length > 1).toBe(false);
  });

  it('declares its errors as problems, those of its kind of route among them', () => {
    const errors = Object.keys(operation.responses).filter((status) => !status.startsWith('2'));
    const access = declared(operation)?.kind;
    const expected = [
      '400',
      ...(access === 'public' ? [] : ['401']),
      ...(access === 'permission' || access === 'organization' ? ['403', '404'] : []),
      ...(access === 'user' || access === 'operator' ? ['403'] : []),
      ...(operation.body === undefined ? [] : ['413', '415', '422']),
      '503',
    ];
    expect(errors).toEqual(expect.arrayContaining(expected));
    for (const status of errors) {
      expect(operation.responses[status]?.description).not.toBe('');
      expect(schemaOf(operation, status, 'application/problem+json')?.$ref).toMatch(/\/ProblemResponse$/);
    }
  });

  it('pages as all lists do, if it is a list', () => {
    const names = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const schema = schemaOf(operation, '200', 'application/json');
    // An export is read as it comes; how it goes on stands in a header.
    if (operation.responses['200'] !== undefined && schema === undefined) return;
    const isList = resolve(schema ?? {}).properties?.['data']?.type === 'array';
    const isPaged = names.includes('cursor') || names.includes('limit') || schema?.properties?.['page'] !== undefined;
    // The handlers of a build are a handful and have no order that grows.
    expect(isPaged).toBe(isList && operation.operationId !== 'handlersList' && !operation.operationId.includes('Bulk'));
    if (!isPaged) return;
    const limit = operation.parameters.find(({ name }) => name === 'limit');
    expect(names).toEqual(expect.arrayContaining(['limit', 'cursor']));
    expect(limit?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 200, default: 50 });
    expect(schema?.required).toEqual(['data', 'page']);
    expect(Object.keys(schema?.properties ?? {})).toEqual(['data', 'page']);
    expect(schema?.properties?.['page']?.$ref).toMatch(/\/PageInfo$/);
  });
});

describe.each(WITH_BODY)('the body of %s', (_id, { body }) => {
  it('is required when one of its fields is', () => {
    expect(body?.required).toBe((resolve(body?.schema ?? {}).required ?? []).length > 0);
  });

  it('has examples', () => {
    expect(Object.keys(body?.examples ?? {})).not.toEqual([]);
  });
});

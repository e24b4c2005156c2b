import { breakingChanges } from './breaking-changes.mjs';

type Json = Record<string, unknown>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

const SCHEMAS = {
  ThingRequest: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', maxLength: 20 },
      kind: { type: 'string', enum: ['a', 'b'] },
      size: { type: ['integer', 'null'], minimum: 1, maximum: 10 },
    },
  },
  ThingResponse: {
    type: 'object',
    required: ['id', 'name', 'parent'],
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      kind: { type: 'string', enum: ['a', 'b'] },
      parent: { anyOf: [ref('ThingResponse'), { type: 'null' }] },
    },
  },
};

/** One operation, with parts replaced. */
function documentOf(operation: Json = {}, schemas: Partial<Record<keyof typeof SCHEMAS, Json>> = {}) {
  return {
    paths: {
      '/things': {
        post: {
          operationId: 'thingsCreate',
          security: [{ bearer: [] }, { apiKey: [] }],
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 200 } }],
          requestBody: { required: true, ...json(ref('ThingRequest')) },
          responses: { 201: json(ref('ThingResponse')), 409: {} },
          ...operation,
        },
      },
    },
    components: { schemas: { ...SCHEMAS, ...schemas } },
  };
}

const request = (properties: Json, required = ['name']) =>
  documentOf(
    {},
    { ThingRequest: { type: 'object', required, properties: { ...SCHEMAS.ThingRequest.properties, ...properties } } },
  );
const response = (properties: Json, required = ['id', 'name', 'parent']) =>
  documentOf(
    {},
    { ThingResponse: { type: 'object', required, properties: { ...SCHEMAS.ThingResponse.properties, ...properties } } },
  );

const changesTo = (after: Json) =>
  breakingChanges(documentOf(), after).map((text: string) => text.replace('POST /things: ', ''));

describe('breaks', () => {
  it.each<[string, Json, string[]]>([
    ['a route that is gone', { paths: {}, components: {} }, ['removed']],
    ['another id', documentOf({ operationId: 'thingsAdd' }), ['is called thingsAdd and not thingsCreate']],
    [
      'credentials that will not do any more',
      documentOf({ security: [{ bearer: [] }] }),
      ['takes no apiKey credentials'],
    ],
    ['a parameter that is gone', documentOf({ parameters: [] }), ['query parameter limit removed']],
    [
      'a bound that is closer',
      documentOf({ parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }] }),
      ['query parameter limit has maximum 100'],
    ],
    [
      'a parameter that must be given',
      documentOf({
        parameters: [
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer', maximum: 200 } },
          { name: 'since', in: 'query', required: true, schema: { type: 'string' } },
        ],
      }),
      ['query parameter limit is required', 'query parameter since is new and required'],
    ],
    ['a body that is not taken', documentOf({ requestBody: undefined }), ['takes no body']],
    ['a field that must be sent', request({}, ['name', 'kind']), ['body/kind is required']],
    ['a field that is refused', request({ kind: undefined }), ['body/kind removed']],
    ['a value that is refused', request({ kind: { type: 'string', enum: ['a'] } }), ['body/kind cannot be "b"']],
    [
      'null that is refused',
      request({ size: { type: 'integer', minimum: 1, maximum: 10 } }),
      ['body/size cannot be null'],
    ],
    ['a shorter text', request({ name: { type: 'string', maxLength: 10 } }), ['body/name has maxLength 10']],
    [
      'a form of a text',
      request({ name: { type: 'string', maxLength: 20, pattern: '^a' } }),
      ['body/name has another pattern'],
    ],
    ['a status that is gone', documentOf({ responses: { 200: json(ref('ThingResponse')) } }), ['does not answer 201']],
    ['a field that is not given', response({ name: undefined }), ['201/name removed']],
    ['a field that may be absent', response({}, ['id', 'parent']), ['201/name can be absent']],
    ['null where there was none', response({ name: { type: ['string', 'null'] } }), ['201/name can be null']],
    ['another type', response({ id: { type: 'integer' } }), ['201/id can be integer']],
  ])('%s', (_what, after, expected) => {
    expect(changesTo(after)).toEqual(expected);
  });
});

it('sees null where there was none in a schema that stands elsewhere, too', () => {
  const twice = (twin: Json) => response({ first: ref('ThingRequest'), twin });
  const changes = breakingChanges(
    twice(ref('ThingRequest')),
    twice({ anyOf: [ref('ThingRequest'), { type: 'null' }] }),
  );
  expect(changes).toEqual(['POST /things: 201/twin can be null']);
});

describe('does not break', () => {
  it.each<[string, Json]>([
    ['nothing', documentOf()],
    ['a new route', { ...documentOf(), paths: { ...documentOf().paths, '/more': { get: { responses: {} } } } }],
    ['a new field that may be sent', request({ color: { type: 'string' } })],
    ['a wider bound', request({ name: { type: 'string', maxLength: 40 } })],
    ['one more value to send', request({ kind: { type: 'string', enum: ['a', 'b', 'c'] } })],
    ['a field that need not be sent any more', request({}, [])],
    ['a new field that is given', response({ color: { type: 'string' } })],
    ['one more value that is given', response({ kind: { type: 'string', enum: ['a', 'b', 'c'] } })],
    ['a reference that is never null any more', response({ parent: ref('ThingResponse') })],
    ['an error that does not happen any more', documentOf({ responses: { 201: json(ref('ThingResponse')) } })],
    ['a route that is open to everybody', documentOf({ security: undefined })],
  ])('%s', (_what, after) => {
    expect(changesTo(after)).toEqual([]);
  });
});

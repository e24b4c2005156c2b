import fc from 'fast-check';
import { type Operation, type Parameter, resolve, type Schema } from './openapi-document.js';

/** A request as it goes over the wire: nothing is escaped or corrected on the way. */
export interface WireRequest {
  /** Path parameters, percent-encoded. */
  readonly path: Readonly<Record<string, string>>;
  /** With the question mark, or empty. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Values that good requests have in these places: ids of things that are there, example bodies. */
export interface GoodValues {
  readonly ids: Readonly<Record<string, string>>;
}

export const UNKNOWN_ID = '0190163d-8694-739b-aea5-966c26f8ad91';

const HOSTILE_TEXTS = [
  "' OR 1=1 --",
  '"; DROP TABLE jobs; --',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '${7*7}',
  '<script>alert(1)</script>',
  '\u0000',
  'a\u0000b',
  '\r\nX-Injected: yes',
  '\u202e\ufeff',
  '😀'.repeat(300),
  'x'.repeat(600),
  'x'.repeat(5_000),
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'infinity',
  '-1',
  '1e999',
  '9007199254740993',
  UNKNOWN_ID.toUpperCase(),
  `${UNKNOWN_ID} `,
  `{${UNKNOWN_ID}}`,
  'urn:uuid:00000000-0000-0000-0000-000000000000',
  '+275760-09-14T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  'eyJhbGciOiJub25lIn0.e30.',
  ' ',
];

/** Percent-encodings that no encoder makes. */
const BROKEN_ENCODINGS = [
  '%00',
  '%',
  '%zz',
  '%c0%80',
  '%ed%a0%80',
  '%ff',
  '%2e%2e',
  '%2f%2f',
  '%3F',
  '..;',
  '*',
  ':id',
];

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

/** JSON as text, because the worst of it has no value in JavaScript. */
const HOSTILE_JSON = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e999',
  '-1e999',
  '1e-400',
  '9007199254740993',
  '1e308',
  '2147483648',
  `1${'0'.repeat(400)}`,
  '""',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":1,"a":2}',
  '{"":""}',
  '{"toString":1,"hasOwnProperty":2,"length":-1}',
  '{"then":1,"toJSON":"x"}',
  '"\\u0000"',
  '"\\ud83d"',
  '"\\udc00\\ud83d"',
  '{"\\u0000":1}',
  '{"\\ud83d":1}',
  `${'['.repeat(65)}${']'.repeat(65)}`,
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
  `"${'x'.repeat(70_000)}"`,
  `[${'0,'.repeat(3_000)}0]`,
];

const hostileJson = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  { weight: 2, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
);

/** What is no JSON at all, or not in UTF-8, or not alone. */
const NO_JSON = [
  '',
  ' ',
  '{',
  '}',
  '{"a":}',
  '{a:1}',
  "{'a':1}",
  '[1,]',
  '{}{}',
  '\ufeff{}',
  'undefined',
  'NaN',
  '<xml/>',
  'a=1&b=2',
  '{"a":1}\u0000',
];

const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonp',
  'application/problem+json',
  'json',
  '*/*',
];

/** Requests for one operation: most of them good in most places, so that what is hostile gets past the first gate. */
export function hostileRequests(operation: Operation, good: GoodValues): fc.Arbitrary<WireRequest> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const inHeader = operation.parameters.filter((parameter) => parameter.in === 'header');
  return fc.record({
    path: fc.record(Object.fromEntries(inPath.map(({ name }) => [name, pathValue(name, good)]))),
    query: queryText(inQuery),
    headers: fc
      .tuple(headerValues(inHeader), operation.method === 'GET' ? fc.constant({}) : contentType)
      .map(([values, type]) => ({ ...values, ...type })),
    body: operation.method === 'GET' ? fc.constant(undefined) : bodyText(operation),
  });
}

function pathValue(name: string, { ids }: GoodValues): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(encodeURIComponent(ids[name] ?? UNKNOWN_ID)) },
    { weight: 1, arbitrary: fc.constant(UNKNOWN_ID) },
    { weight: 1, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed()) || '%20') },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_ENCODINGS) },
  );
}

function queryText(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const encoded = hostileText.map((text) => encodeURIComponent(text.toWellFormed()));
  const pairs = fc.array(
    fc.tuple(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom('limit', ...parameters.map(({ name }) => name)) },
        { weight: 1, arbitrary: fc.constantFrom('extra', '__proto__', 'limit[]', 'limit[a]', 'constructor', '') },
      ),
      fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom('1', '0', '200', '201', '', 'true', UNKNOWN_ID) },
        { weight: 2, arbitrary: encoded },
        { weight: 1, arbitrary: fc.constantFrom(...BROKEN_ENCODINGS) },
        { weight: 1, arbitrary: fc.constantFrom(...parameters.flatMap(({ schema }) => listed(schema)), 'x') },
      ),
    ),
    { maxLength: 4 },
  );
  return fc.oneof(
    { weight: parameters.length === 0 ? 8 : 2, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: pairs.map((list) => `?${list.map((pair) => pair.join('=')).join('&')}`) },
  );
}

const listed = (schema: Schema): string[] => (resolve(schema).enum ?? []).map(String);

/** Only what a header can carry: the rest is refused before any of our code runs. */
const headerText = fc.oneof(
  fc.constantFrom(
    '*',
    '"1"',
    'W/"1"',
    '"',
    '""',
    '"1", "2"',
    "' OR 1=1",
    'x'.repeat(2_000),
    '\u00e9',
    '\u0080',
    ' ',
    'a b',
  ),
  fc.string({ minLength: 1, maxLength: 30 }),
);

function headerValues(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const optional = Object.fromEntries(parameters.map(({ name }) => [name, headerText]));
  return fc.record(optional, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

const contentType = fc.oneof(
  { weight: 14, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
  { weight: 2, arbitrary: fc.constantFrom(...CONTENT_TYPES).map((type) => ({ 'content-type': type })) },
  { weight: 1, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ 'content-type': 'application/json', 'content-encoding': 'gzip' }) },
);

/** A good body with some of its fields hostile, missing or unknown; sometimes no such thing at all. */
function bodyText(operation: Operation): fc.Arbitrary<string | undefined> {
  const { schema, examples } = operation.body ?? { schema: {}, examples: {} };
  const known = Object.keys(resolve(schema).properties ?? {});
  const bases = Object.values(examples).map(({ value }) => value);
  const changes = fc.array(
    fc.tuple(
      fc.oneof(
        { weight: 8, arbitrary: known.length === 0 ? fc.constant('extra') : fc.constantFrom(...known) },
        { weight: 1, arbitrary: fc.constantFrom('extra', '__proto__', 'constructor', 'id', 'projectId', '') },
      ),
      fc.option(hostileJson, { nil: undefined }),
    ),
    { maxLength: 3 },
  );
  const changed = fc.tuple(fc.constantFrom(...(bases.length === 0 ? [{}] : bases)), changes).map(([base, list]) => {
    const fields = new Map(Object.entries(base).map(([key, value]) => [key, JSON.stringify(value)]));
    for (const [key, fragment] of list) {
      if (fragment === undefined) fields.delete(key);
      else fields.set(key, fragment);
    }
    return `{${[...fields].map(([key, fragment]) => `${JSON.stringify(key)}:${fragment}`).join(',')}}`;
  });
  return fc.oneof(
    { weight: operation.body === undefined ? 1 : 12, arbitrary: changed },
    { weight: 2, arbitrary: hostileJson },
    { weight: 1, arbitrary: fc.constantFrom(...NO_JSON) },
    { weight: operation.body === undefined ? 12 : 1, arbitrary: fc.constant(undefined) },
  );
}

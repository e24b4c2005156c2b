import { gzipSync } from 'node:zlib';
import { ContractRoom } from '../support/contract-room.js';

/** What is known to break stores of JSON, at the edge: kept unchanged or refused by name, never in between. */
let room: ContractRoom;
let jobsPath: string;

beforeAll(async () => {
  room = await ContractRoom.open();
  jobsPath = `/api/v1/projects/${(await room.aProject()).ids['projectId'] ?? ''}/jobs`;
});

afterAll(async () => {
  await room?.close();
});

/** A job for a handler that takes any payload, with `payload` as the text that goes over the wire. */
const bodyWith = (payload: string, more = '') => `{"queue":"emails","handler":"noop","payload":${payload}${more}}`;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const emoji = (count: number) => '😀'.repeat(count);

const countJobs = async (): Promise<number> =>
  Number((await room.database.sql<{ count: string }>('SELECT count(*) FROM jobs'))[0]?.count);

interface Refusal {
  readonly code: string;
  readonly errors: readonly { readonly pointer: string; readonly code: string }[];
}

describe('refused, with the place and nothing stored', () => {
  it.each<[string, string, string, string, number]>([
    ['NUL in a text', '{"a":"\\u0000"}', 'NUL_CHARACTER', '/payload/a', 422],
    ['NUL in a key', '{"k\\u0000":1}', 'NUL_CHARACTER', '/payload/k\ufffd', 422],
    ['the first half of a pair', '{"a":"\\ud83d"}', 'LONE_SURROGATE', '/payload/a', 422],
    ['halves in the wrong order', '{"a":"\\udc00\\ud83d"}', 'LONE_SURROGATE', '/payload/a', 422],
    ['half a pair in a key', '{"\\ud83d":1}', 'LONE_SURROGATE', '/payload/\ufffd', 422],
    ['a number that becomes infinite', '{"a":1e999}', 'NUMBER_NOT_FINITE', '/payload/a', 422],
    ['one that becomes negative infinite', '{"a":[-1e999]}', 'NUMBER_NOT_FINITE', '/payload/a/0', 422],
    ['one that becomes zero', '{"a":1e-400}', 'NUMBER_UNDERFLOW', '/payload/a', 422],
    ['an integer that would change', '{"id":9007199254740993}', 'NUMBER_NOT_SAFE', '/payload/id', 422],
    ['one level too many', `{"a":${nested(65)}}`, 'JSON_TOO_DEEP', '', 400],
    ['5,000 levels', `{"a":${nested(5_000)}}`, 'JSON_TOO_DEEP', '', 400],
    ['30,000 levels', `{"a":${nested(30_000)}}`, 'JSON_TOO_DEEP', '', 400],
    ['__proto__', '{"__proto__":{"admin":true}}', 'FORBIDDEN_KEY', '/payload/__proto__', 422],
    ['a prototype by constructor', '{"constructor":{"prototype":{"admin":true}}}', 'FORBIDDEN_KEY', '', 422],
  ])('%s', async (_what, payload, code, pointer, status) => {
    const before = await countJobs();
    const answer = await room.send('POST', jobsPath, { body: bodyWith(payload) });
    const problem = JSON.parse(answer.text) as Refusal;
    expect({ status: answer.status, code: problem.code }).toEqual({ status, code });
    if (pointer !== '') expect(problem.errors.map((fault) => fault.pointer)).toContain(pointer);
    expect(await countJobs()).toBe(before);
  });

  it('halves of pairs in raw bytes are no UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0xbd]), Buffer.from('"}')]);
    const response = await fetch(room.api.url + jobsPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${room.token}`, 'content-type': 'application/json' },
      body,
    });
    expect([response.status, ((await response.json()) as Refusal).code]).toEqual([400, 'INVALID_UTF8']);
  });

  it.each([
    'infinity',
    '+275760-09-14T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-12-31T24:00:00Z',
    '2026-12-31T12:00:00',
    '2026-12-31',
    '1e18',
    '',
  ])('an instant such as %p', async (runAt) => {
    const answer = await room.send('POST', jobsPath, { body: bodyWith('{}', `,"runAt":${JSON.stringify(runAt)}`) });
    expect([answer.status, (JSON.parse(answer.text) as Refusal).errors[0]?.pointer]).toEqual([422, '/runAt']);
  });

  it('a compressed body, before anybody inflates it', async () => {
    const body = gzipSync(Buffer.alloc(16 * 1_048_576));
    const response = await fetch(room.api.url + jobsPath, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${room.token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body,
    });
    expect([response.status, ((await response.json()) as Refusal).code]).toEqual([415, 'CONTENT_ENCODING_UNSUPPORTED']);
  });
});

describe('kept unchanged', () => {
  it.each<[string, string]>([
    ['emoji, and an escape that is only text', '{"t":"\\\\u0000 literal","e":"😀 👩‍👩‍👧"}'],
    ['a pair that is written as escapes', '{"e":"\\ud83d\\ude00"}'],
    ['the safe integers at their ends', '{"a":9007199254740991,"b":-9007199254740991}'],
    ['large and small numbers', '{"a":1e300,"b":5e-324,"c":0.1}'],
    ['64 levels, the object of the request and of the payload among them', `{"a":${nested(62)}}`],
    ['names that objects have', '{"toString":1,"hasOwnProperty":2,"length":3,"then":4}'],
    ['an empty key', '{"":""}'],
  ])('%s', async (_what, payload) => {
    const answer = await room.send('POST', jobsPath, { body: bodyWith(payload) });
    expect({ ...answer, isStored: answer.status === 201 }).toEqual({ ...answer, isStored: true });
    const { id } = JSON.parse(answer.text) as { id: string };
    const read = await room.send('GET', `${jobsPath}/${id}`);
    expect((JSON.parse(read.text) as { payload: unknown }).payload).toEqual(JSON.parse(payload));
  });

  it('of a key that is given twice, the last', async () => {
    const answer = await room.send('POST', jobsPath, { body: bodyWith('{"a":1,"a":2}') });
    expect((JSON.parse(answer.text) as { payload: unknown }).payload).toEqual({ a: 2 });
  });
});

/** The body of a text field in characters that take four bytes each: at its limit, past it, and far past it. */
describe.each<[string, number, (text: string) => string, string]>([
  ['a queue', 64, (text) => JSON.stringify({ queue: text, handler: 'noop', payload: {} }), '/queue'],
  ['a handler', 64, (text) => JSON.stringify({ queue: 'emails', handler: text, payload: {} }), '/handler'],
  ['the value of a label', 255, (text) => bodyWith('{}', `,"labels":{"a":${JSON.stringify(text)}}`), '/labels'],
  ['the name of a label', 64, (text) => bodyWith('{}', `,"labels":{${JSON.stringify(text)}:"a"}`), '/labels'],
])('%s', (_field, limit, bodyOf, pointer) => {
  it.each([limit + 2, 4_000])('of %d characters is refused by name', async (length) => {
    const answer = await room.send('POST', jobsPath, { body: bodyOf(emoji(length / 2)) });
    expect([answer.status, (JSON.parse(answer.text) as Refusal).errors[0]?.pointer]).toEqual([422, pointer]);
  });

  it('at its limit gives no error of ours', async () => {
    const answer = await room.send('POST', jobsPath, { body: bodyOf(emoji(Math.floor(limit / 2))) });
    // There is no queue and no handler of that name; a label can have it.
    expect(answer.status).toBe(pointer === '/labels' ? 201 : 422);
  });

  it('of a megabyte is refused by the size of the body', async () => {
    const answer = await room.send('POST', jobsPath, { body: bodyOf(emoji(262_144)) });
    expect([answer.status, (JSON.parse(answer.text) as Refusal).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

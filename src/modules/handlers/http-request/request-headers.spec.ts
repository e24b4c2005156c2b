import { headerFault, headersFault } from './request-headers.js';

describe('a header of the user', () => {
  it.each([
    ['X-Source', 'rota'],
    ['accept', 'application/json;q=0.9, */*'],
    ['x', ''],
    ['X-Tab', 'a\tb c'],
    ["!#$%&'*+-.^_`|~0", 'any token'],
    ['X-Max', 'x'.repeat(4096)],
  ])('%s: %j may be sent', (name, value) => {
    expect(headerFault(name, value)).toBeNull();
  });

  it.each([
    'a\r\nX: y',
    'a\nb',
    'a\rb',
    '\0',
    'a\x1b[31m',
    'a\x7f',
    'naïve',
    '😀',
    ' leading',
    'trailing ',
    '\tx',
    '\r\n',
    'a\u2028b',
  ])('the value %j is refused', (value) => {
    expect(headerFault('X-A', value)).toContain('other than visible ASCII');
  });

  it.each([10_240, 4097])('a value of %d characters is refused', (length) => {
    expect(headerFault('X-A', 'x'.repeat(length))).toContain('longer than');
  });

  it.each(['', 'X A', 'X:A', 'X-A\r\n', 'X\0', 'Ä', 'X(A)', 'x'.repeat(129), ':authority', 'a,b', '"a"'])(
    'the name %j is refused',
    (name) => {
      expect(headerFault(name, 'x')).toContain('token');
    },
  );

  it.each([
    'Host',
    'HOST',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Keep-Alive',
    'Upgrade',
    'TE',
    'Trailer',
    'Expect',
    'Accept-Encoding',
    'HTTP2-Settings',
    'Proxy-Authorization',
    'Proxy-Connection',
    'webhook-id',
    'Webhook-Signature',
    'webhook-anything',
  ])('%s is set by the sender only', (name) => {
    expect(headerFault(name, 'x')).toContain('set by the sender');
  });

  it.each([1, null, undefined, ['a', 'b'], {}, true])('the value %j is no string', (value) => {
    expect(headerFault('X-A', value)).toContain('must be a string');
  });
});

describe('a set of headers', () => {
  it.each([null, [], 'x', 1])('%j is none', (headers) => {
    expect(headersFault(headers)).toContain('must be an object');
  });

  it('has at most 50 fields and 16 KB', () => {
    const many = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'v'.repeat(length)]));
    expect(headersFault(many(50, 300))).toBeNull();
    expect(headersFault(many(51, 1))).toContain('more than 50');
    expect(headersFault(many(50, 400))).toContain('longer than 16384');
  });

  it('has each name once, however it is written', () => {
    expect(headersFault({ 'X-A': '1', 'x-a': '2' })).toContain('given twice');
  });

  it('takes names of Object.prototype for the ordinary names that they are', () => {
    expect(headersFault(JSON.parse('{"constructor":"1","__proto__":"2"}'))).toBeNull();
  });
});

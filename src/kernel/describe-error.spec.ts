import * as fc from 'fast-check';
import { describeError } from './describe-error.js';

const fail = (): never => {
  throw new Error('no');
};

describe('describeError', () => {
  it('takes name, message and stack of an error, cleaned', () => {
    const described = describeError(new RangeError('bad \0 \ud83d 😀'));
    expect(described).toMatchObject({ name: 'RangeError', message: 'bad \uFFFD \uFFFD 😀' });
    expect(described.stack).toMatch(/^RangeError: bad \uFFFD \uFFFD 😀\n +at /);
  });

  it.each<[unknown, string, string]>([
    ['text\0', 'NonError', 'text\uFFFD'],
    ['', 'NonError', ''],
    [null, 'NonError', 'null'],
    [undefined, 'NonError', 'undefined'],
    [42, 'NonError', '42'],
    [10n, 'NonError', '10'],
    [Symbol('s'), 'NonError', 'Symbol(s)'],
    [{ reason: 'x' }, 'Object', '{"reason":"x"}'],
    [{ name: 'Mine', message: 'm' }, 'Mine', 'm'],
    [Object.create(null), 'NonError', '{}'],
    [{ message: 7, name: 8 }, 'Object', '{"message":7,"name":8}'],
    [RangeError, 'RangeError', 'a function was thrown'],
    [['a'], 'Array', '["a"]'],
  ])('describes %p', (thrown, name, message) => {
    expect(describeError(thrown)).toEqual({ name, message, stack: thrown === RangeError ? expect.any(String) : '' });
  });

  it('names what is behind an error without a message', () => {
    expect(describeError(new AggregateError([new Error('connect ECONNREFUSED')])).message).toBe('connect ECONNREFUSED');
    expect(describeError(Object.assign(new Error(''), { code: 'ETIMEDOUT' })).message).toBe('ETIMEDOUT');
    expect(describeError(new Error('')).message).toBe('');
  });

  it('appends the causes, up to five, and stops at a circle', () => {
    const circular = new Error('outer', { cause: new Error('middle', { cause: 'text' }) });
    expect(describeError(circular).stack).toMatch(/^Error: outer[^]*\nCaused by: Error: middle/);
    const self = new Error('self');
    self.cause = self;
    expect(describeError(self).stack).not.toContain('Caused by');
    let chain = new Error('0');
    for (let i = 1; i < 50; i += 1) chain = new Error(String(i), { cause: chain });
    expect(describeError(chain).stack.match(/Caused by/g)).toHaveLength(5);
  });

  it('never throws: getters that throw, traps, revoked proxies', () => {
    const revocable = Proxy.revocable({}, {});
    revocable.revoke();
    const trapped = new Proxy(new Error('x'), { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail });
    const hostile = Object.defineProperties(new Error('x'), {
      name: { get: fail },
      message: { get: fail },
      stack: { get: fail },
      cause: { get: fail },
      errors: { get: () => revocable.proxy },
    });
    for (const thrown of [revocable.proxy, trapped, hostile]) {
      expect(describeError(thrown)).toEqual({
        name: expect.any(String),
        message: expect.any(String),
        stack: expect.any(String),
      });
    }
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (thrown) => void describeError(thrown)),
    );
  });

  it('caps each part', () => {
    const error = new Error('m'.repeat(1_000_000));
    error.name = 'n'.repeat(1_000_000);
    error.stack = '😀'.repeat(1_000_000);
    const { name, message, stack } = describeError(error);
    expect([name, message, stack].map((text) => Buffer.byteLength(text))).toEqual([200, 8_192, 4_096]);
  });
});

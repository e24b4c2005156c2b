import { MAX_RETRY_AFTER_MS, NonRetryableError, readHandlerVerdict, RetryAfterError } from './handler-errors.js';

const BRAND = Symbol.for('rota.handler-error');

describe('what a handler says by throwing', () => {
  it('any error means retry', () => {
    expect(readHandlerVerdict(new Error('x'))).toEqual({ kind: 'retry' });
  });

  it('NonRetryableError means no retry, and keeps its code', () => {
    const error = new NonRetryableError('gone', 'HTTP_STATUS_410');
    expect(readHandlerVerdict(error)).toEqual({ kind: 'non_retryable' });
    expect(error).toMatchObject({ name: 'NonRetryableError', code: 'HTTP_STATUS_410', message: 'gone' });
  });

  it.each([
    [0, 0],
    [1500, 1500],
    [0.2, 1],
    [-5, 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, MAX_RETRY_AFTER_MS],
    [1e300, MAX_RETRY_AFTER_MS],
    [MAX_RETRY_AFTER_MS + 1, MAX_RETRY_AFTER_MS],
  ])('a wait of %p ms is brought to %p', (asked, delayMs) => {
    expect(readHandlerVerdict(new RetryAfterError(asked))).toEqual({ kind: 'retry_after', delayMs });
  });

  it('a second copy of the package is understood by the brand, and its wait is clamped too', () => {
    const foreign = (brand: string, more = {}) => Object.assign(new Error('x'), { [BRAND]: brand, ...more });
    expect(readHandlerVerdict(foreign('non_retryable'))).toEqual({ kind: 'non_retryable' });
    expect(readHandlerVerdict(foreign('retry_after', { delayMs: 1e99 })).kind).toBe('retry_after');
    expect(readHandlerVerdict(foreign('retry_after', { delayMs: 1e99 }))).toHaveProperty('delayMs', MAX_RETRY_AFTER_MS);
    expect(readHandlerVerdict(foreign('retry_after', { delayMs: 'soon' }))).toHaveProperty('delayMs', 0);
  });

  it.each([
    ['a string', 'boom'],
    ['undefined', undefined],
    ['null', null],
    [
      'a throwing proxy',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('trap');
          },
        },
      ),
    ],
    ['an unknown brand', { [BRAND]: 'other' }],
  ])('%s means retry and never throws', (_what, thrown) => {
    expect(readHandlerVerdict(thrown)).toEqual({ kind: 'retry' });
  });
});

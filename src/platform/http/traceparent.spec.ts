import { parseTraceparent } from './traceparent.js';

const GOOD = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('parseTraceparent', () => {
  it.each([GOOD, GOOD.replace(/01$/, 'ff'), `cc${GOOD.slice(2)}`, `cc${GOOD.slice(2)}-what-ever`])(
    'keeps %p',
    (header) => {
      expect(parseTraceparent(header)).toBe(header);
    },
  );

  it.each([
    undefined,
    '',
    ` ${GOOD}`,
    `${GOOD}\n`,
    `${GOOD}-more`,
    `ff${GOOD.slice(2)}`,
    GOOD.toUpperCase(),
    GOOD.replace('4bf92f3577b34da6a3ce929d0e0e4736', '0'.repeat(32)),
    GOOD.replace('00f067aa0ba902b7', '0'.repeat(16)),
    GOOD.slice(1),
    `cc${GOOD.slice(2)}-${'x'.repeat(300)}`,
    `cc${GOOD.slice(2)}-\0`,
    [GOOD],
  ])('drops %p', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });
});

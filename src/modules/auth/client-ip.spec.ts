import { clientIpOf } from './client-ip.js';

describe('the address of a caller', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:54321', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ])('of %s is %s', (ip, address) => {
    expect(clientIpOf({ ip })).toBe(address);
  });

  it.each([
    undefined,
    '',
    'unknown',
    '203.0.113.999',
    '203.0.113.7:',
    '203.0.113.7:123456',
    '[203.0.113.7]x',
    "1.2.3.4'; --",
    '[]',
    '%',
  ])('%j is none', (ip) => {
    expect(clientIpOf({ ip })).toBeNull();
  });
});

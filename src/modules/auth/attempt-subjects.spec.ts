import { attemptSubjects, networkOf } from './attempt-subjects.js';

describe('what failed attempts are counted under', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
  ])('the address %s belongs to %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  it('an account is the same whatever its case, and its address cannot be read back', () => {
    expect(attemptSubjects.account('Ada@Example.com')).toBe(attemptSubjects.account('ada@example.com'));
    expect(attemptSubjects.account('andre\u0301@example.com')).toBe(attemptSubjects.account('Andr\u00e9@example.com'));
    expect(attemptSubjects.account('hunter2')).not.toContain('hunter2');
    expect(attemptSubjects.account('x'.repeat(254)).length).toBeLessThanOrEqual(100);
  });
});

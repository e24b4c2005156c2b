import { POSSIBLE_IN, whyNot } from './bulk-possible';

describe('a command for many jobs', () => {
  it.each([
    ['retry', 'running', 'none of these waits for its time'],
    ['retry', 'completed', 'none of these waits for its time'],
    ['replay', 'queued', 'none of these has ended'],
    ['cancel', 'dead_letter', 'all of these have ended'],
  ] as const)('to %s is not offered where all are %s, and says why', (verb, status, words) => {
    expect(whyNot(verb, [status, status])).toContain(words);
  });

  it('is offered where it can change some of them', () => {
    expect(whyNot('retry', ['completed', 'scheduled'])).toBeUndefined();
    expect(whyNot('cancel', ['completed', 'running'])).toBeUndefined();
    expect(whyNot('replay', ['running', 'cancelled'])).toBeUndefined();
  });

  it('is offered where it is not known how some of them stand', () => {
    expect(whyNot('retry', ['completed', undefined])).toBeUndefined();
    expect(whyNot('retry', [])).toBeUndefined();
  });

  it('has some that can change each status', () => {
    const statuses = ['queued', 'scheduled', 'claimed', 'running', 'completed', 'cancelled', 'dead_letter'] as const;
    for (const status of statuses) expect(Object.values(POSSIBLE_IN).some((those) => those.has(status))).toBe(true);
  });
});

import { dueOf, type Followed } from './due';

const followed = (changes: Partial<Followed> = {}): Followed => ({
  hash: 'a',
  topic: 'jobs',
  gapMs: 1_000,
  askedAt: 0,
  isAsking: false,
  ...changes,
});

describe('what is asked again after a hint', () => {
  it('asks again what was asked before the hint', () => {
    expect(dueOf([followed()], new Map([['jobs', 500]]), 2_000)).toEqual({ hashes: ['a'], lookAgainMs: undefined });
  });

  it('leaves what was asked after the hint, and what is of another topic', () => {
    const queries = [followed({ askedAt: 600 }), followed({ hash: 'b', topic: 'workers' })];
    expect(dueOf(queries, new Map([['jobs', 500]]), 2_000)).toEqual({ hashes: [], lookAgainMs: undefined });
  });

  it('waits until the gap after the last time is over', () => {
    expect(dueOf([followed({ askedAt: 400 })], new Map([['jobs', 500]]), 900)).toEqual({
      hashes: [],
      lookAgainMs: 500,
    });
  });

  it('never cuts off an answer under way, but asks once more after it', () => {
    const asking = followed({ askedAt: 400, isAsking: true });
    expect(dueOf([asking], new Map([['jobs', 500]]), 5_000)).toEqual({ hashes: [], lookAgainMs: 250 });
  });

  it('lets each query keep its own pace', () => {
    const queries = [followed({ askedAt: 100 }), followed({ hash: 'dear', gapMs: 10_000, askedAt: 100 })];
    expect(dueOf(queries, new Map([['jobs', 500]]), 2_000)).toEqual({ hashes: ['a'], lookAgainMs: 8_100 });
  });
});

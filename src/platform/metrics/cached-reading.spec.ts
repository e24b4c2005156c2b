import { CachedReading } from './cached-reading.js';

describe('CachedReading', () => {
  it('one reading serves all who ask at once and a while later', async () => {
    let reads = 0;
    const reading = new CachedReading(async () => Promise.resolve((reads += 1)), { freshMs: 60_000, waitMs: 10_000 });
    expect(await Promise.all([reading.value(), reading.value()])).toEqual([1, 1]);
    expect(await reading.value()).toBe(1);
  });

  it('an old reading is taken anew', async () => {
    let reads = 0;
    const reading = new CachedReading(async () => Promise.resolve((reads += 1)), { freshMs: 0, waitMs: 10_000 });
    expect([await reading.value(), await reading.value()]).toEqual([1, 2]);
  });

  it('a reading that does not come is not waited for, and not asked for a second time meanwhile', async () => {
    let reads = 0;
    const reading = new CachedReading<number>(
      () => {
        reads += 1;
        return new Promise(() => undefined);
      },
      { freshMs: 0, waitMs: 1 },
    );
    expect([await reading.value(), await reading.value()]).toEqual([undefined, undefined]);
    expect(reads).toBe(1);
  });

  it('a reading that fails is no value', async () => {
    const reading = new CachedReading(() => Promise.reject(new Error('away')), { freshMs: 0, waitMs: 10_000 });
    expect(await reading.value()).toBeUndefined();
  });
});

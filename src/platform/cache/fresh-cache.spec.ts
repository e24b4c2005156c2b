import { FreshCache } from './fresh-cache.js';

describe('FreshCache', () => {
  it('asks once for callers that come together', async () => {
    const cache = new FreshCache<number>({ maxAgeMs: 1_000, maxEntries: 10 });
    let asked = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => cache.get('a', async () => (asked += 1))));
    expect(answers).toEqual(Array.from({ length: 20 }, () => 1));
  });

  it('asks again once the answer is too old', async () => {
    const cache = new FreshCache<number>({ maxAgeMs: 0, maxEntries: 10 });
    let asked = 0;
    await cache.get('a', async () => (asked += 1));
    expect(await cache.get('a', async () => (asked += 1))).toBe(2);
  });

  it('keeps neither failures nor unknown keys', async () => {
    const cache = new FreshCache<number | undefined>({ maxAgeMs: 60_000, maxEntries: 10 });
    await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await cache.get('a', async () => undefined)).toBeUndefined();
    expect(await cache.get('a', async () => 7)).toBe(7);
  });

  it('does not hand an answer that was looked up before a change to those who ask after it', async () => {
    const cache = new FreshCache<string>({ maxAgeMs: 60_000, maxEntries: 10 });
    let release: (value: string) => void = () => undefined;
    const before = cache.get('a', () => new Promise((resolve) => (release = resolve)));
    cache.forget('a');
    const after = cache.get('a', async () => 'new');
    release('old');
    expect([await before, await after, await cache.get('a', async () => 'newer')]).toEqual(['old', 'new', 'new']);
  });

  it('never holds more than its bound', async () => {
    const cache = new FreshCache<number>({ maxAgeMs: 60_000, maxEntries: 2 });
    for (const key of ['a', 'b', 'c']) await cache.get(key, async () => 1);
    expect(await cache.get('a', async () => 2)).toBe(2);
    expect(await cache.get('c', async () => 2)).toBe(1);
  });
});

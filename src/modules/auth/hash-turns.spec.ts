import { HashTurns } from './hash-turns.js';

describe('HashTurns', () => {
  it('never runs more than its bound, and runs all', async () => {
    const turns = new HashTurns({ concurrency: 2, waitMs: 10_000 });
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
    };
    await Promise.all(Array.from({ length: 50 }, () => turns.take(work)));
    expect([most, running]).toEqual([2, 0]);
  });

  it('refuses with 503 those whose turn does not come in time, and works on afterwards', async () => {
    const turns = new HashTurns({ concurrency: 1, waitMs: 5 });
    let release = (): void => undefined;
    const first = turns.take(() => new Promise<void>((resolve) => (release = resolve)));
    await expect(turns.take(async () => 'late')).rejects.toMatchObject({
      family: 'unavailable',
      code: 'AUTH_BUSY',
      retryAfterMs: 5,
    });
    release();
    await first;
    expect(await turns.take(async () => 'next')).toBe('next');
  });

  it('gives the turn back when the work fails', async () => {
    const turns = new HashTurns({ concurrency: 1, waitMs: 5 });
    await expect(turns.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.take(async () => 1)).toBe(1);
  });
});

import { MissingHandlers } from './missing-handlers.js';

describe('MissingHandlers', () => {
  it('the pause of a job without a handler begins with five seconds, doubles, and ends at thirty', () => {
    const missing = new MissingHandlers();
    let nowMs = 1_000;
    const pauses = Array.from({ length: 6 }, () => {
      const pauseMs = missing.delayMs('report', nowMs);
      nowMs += pauseMs;
      return pauseMs;
    });
    expect(pauses).toEqual([5_000, 5_000, 10_000, 20_000, 30_000, 30_000]);
  });

  it('each handler has a time of its own', () => {
    const missing = new MissingHandlers();
    missing.delayMs('report', 0);
    expect(missing.delayMs('report', 20_000)).toBe(20_000);
    expect(missing.delayMs('invoice', 20_000)).toBe(5_000);
  });

  it('of names without end only so many are remembered', () => {
    const missing = new MissingHandlers();
    for (let index = 0; index < 1_000; index += 1) missing.delayMs(`handler ${index}`, 0);
    expect(missing.delayMs('one more', 0)).toBe(5_000);
    expect(missing.delayMs('one more', 60_000)).toBe(5_000);
    expect(missing.delayMs('handler 0', 60_000)).toBe(30_000);
  });
});

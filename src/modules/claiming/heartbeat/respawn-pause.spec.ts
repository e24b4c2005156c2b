import { RespawnPause } from './respawn-pause.js';

describe('the pause before a thread that died is started anew', () => {
  const pausesOf = (pause: RespawnPause, count: number): number[] =>
    Array.from({ length: count }, () => pause.nextMs());

  it('grows with each death at a start, up to ten seconds', () => {
    expect(pausesOf(new RespawnPause(), 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  });

  it('begins anew after a thread that came to work', () => {
    const pause = new RespawnPause();
    pausesOf(pause, 5);
    pause.reset();
    expect(pausesOf(pause, 2)).toEqual([500, 1_000]);
  });
});

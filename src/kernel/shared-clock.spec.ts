import { newId } from './ids.js';
import { setHostAhead, sharedNowMs } from './shared-clock.js';

const DAY_MS = 86_400_000;
const mintedAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** What is told lies between two looks at the clock, but for a second. */
function expectNow(tell: () => number): void {
  const beforeMs = Date.now();
  const toldMs = tell();
  expect(toldMs).toBeGreaterThan(beforeMs - 1_000);
  expect(toldMs).toBeLessThan(Date.now() + 1_000);
}

describe('the shared clock', () => {
  afterEach(() => {
    setHostAhead(0, 0);
  });

  it.each([DAY_MS, -DAY_MS, 600_000, -5_000])('of a host that is %i ms ahead tells the time of the database', (ms) => {
    expect(setHostAhead(ms, 0)).toBe(true);
    expectNow(() => sharedNowMs() + ms);
  });

  it('is left alone by what may be an error of the measurement', () => {
    expect(setHostAhead(90, 0)).toBe(false);
    expect(setHostAhead(2_000, 2_500)).toBe(false);
    expect(setHostAhead(-2_000, 500)).toBe(true);
    expect(setHostAhead(-2_050, 0)).toBe(false);
  });

  it('goes into ids, which do not stay in the future once the clock of the host is known to be ahead', () => {
    expectNow(() => mintedAt(newId()));
    setHostAhead(DAY_MS, 0);
    let first = '';
    expectNow(() => mintedAt((first = newId())) + DAY_MS);
    expect(newId() > first).toBe(true);
  });
});

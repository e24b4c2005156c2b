import { newId } from './ids.js';
import { setHostAhead, sharedNowMs } from './shared-clock.js';

const DAY_MS = 86_400_000;
const mintedAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('the shared clock', () => {
  afterEach(() => {
    setHostAhead(0, 0);
  });

  it.each([DAY_MS, -DAY_MS, 600_000, -5_000])('of a host that is %i ms ahead tells the time of the database', (ms) => {
    expect(setHostAhead(ms, 0)).toBe(true);
    expect(Math.abs(sharedNowMs() - (Date.now() - ms))).toBeLessThan(1_000);
  });

  it('is left alone by what may be an error of the measurement', () => {
    expect(setHostAhead(90, 0)).toBe(false);
    expect(setHostAhead(2_000, 2_500)).toBe(false);
    expect(setHostAhead(-2_000, 500)).toBe(true);
    expect(setHostAhead(-2_050, 0)).toBe(false);
  });

  it('goes into ids, which do not stay in the future once the clock of the host is known to be ahead', () => {
    const behind = newId();
    expect(Math.abs(mintedAt(behind) - Date.now())).toBeLessThan(1_000);
    setHostAhead(DAY_MS, 0);
    const [first, second] = [newId(), newId()] as const;
    expect(Math.abs(mintedAt(first) - (Date.now() - DAY_MS))).toBeLessThan(1_000);
    expect(second > first).toBe(true);
  });
});

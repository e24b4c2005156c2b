import { jest } from '@jest/globals';
import { firstIdAt, isUuid, newId } from './ids.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const millisecondsOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('newId', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('has the version and the variant of RFC 9562 and the time of its minting', () => {
    const before = Date.now();
    const id = newId();
    expect(id).toMatch(UUID_V7);
    expect(isUuid(id)).toBe(true);
    expect(millisecondsOf(id)).toBeGreaterThanOrEqual(before);
    expect(millisecondsOf(id)).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('strictly increases and never repeats over 100,000 ids', () => {
    let last = '';
    let isRising = true;
    for (let i = 0; i < 100_000; i += 1) {
      const id = newId();
      isRising &&= id > last;
      last = id;
    }
    expect(isRising).toBe(true);
  });

  it('goes on rising when the clock stands still past 4,096 ids, and when it goes back', () => {
    const start = Date.now() + 60_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
    const ids = Array.from({ length: 10_000 }, newId);
    clock.mockReturnValue(start - 30_000);
    ids.push(...Array.from({ length: 5_000 }, newId));
    expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] as string))).toBe(true);
    expect(ids.every((id) => UUID_V7.test(id))).toBe(true);
    expect(millisecondsOf(ids.at(-1) as string) - start).toBeLessThan(10);
  });

  it('fills its random bits: no two ids of a batch share a tail', () => {
    const tails = new Set(Array.from({ length: 2_000 }, () => newId().slice(19)));
    expect(tails.size).toBe(2_000);
  });
});

describe('firstIdAt', () => {
  it('is the lower bound of the ids minted at or after the instant, and above those before it', () => {
    const at = Date.now() + 3_600_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(at - 1);
    const earlier = newId();
    clock.mockReturnValue(at);
    const later = newId();
    clock.mockRestore();
    const bound = firstIdAt(new Date(at));
    expect(bound).toMatch(UUID_V7);
    expect(earlier < bound && bound <= later).toBe(true);
  });

  it('stays a UUID at both ends of time', () => {
    for (const instant of [new Date(0), new Date(-1), new Date(8.64e15)]) expect(firstIdAt(instant)).toMatch(UUID_V7);
    expect(firstIdAt(new Date(-1))).toBe(firstIdAt(new Date(0)));
  });
});

describe('isUuid', () => {
  it('takes any version in either case and nothing around it', () => {
    const id = '0190163d-8694-739b-aea5-966c26f8ad91';
    expect(isUuid(id) && isUuid(id.toUpperCase())).toBe(true);
    for (const text of ['', id.slice(1), `${id} `, `{${id}}`, id.replaceAll('-', ''), `${id}\n`, `urn:uuid:${id}`]) {
      expect(isUuid(text)).toBe(false);
    }
  });
});

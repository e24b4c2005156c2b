import { knownPartOf, rangeOf } from './time-range';

const NOW = Date.parse('2026-11-29T12:00:30Z');
const HOUR_MS = 3_600_000;
const END = Date.parse('2026-11-29T12:01:00Z');
const hours = (from: number, to: number) => ({ from: END + from * HOUR_MS, to: END + to * HOUR_MS, preset: undefined });

describe('a time range', () => {
  it('of a link is that of the link, and the last hour where the link makes no sense', () => {
    const [from, to] = ['2026-11-29T09:00:00.000Z', '2026-11-29T10:00:00.000Z'];
    expect(rangeOf({ from, to }, NOW)).toEqual({ from: Date.parse(from), to: Date.parse(to), preset: undefined });
    expect(rangeOf({ from: to, to: from }, NOW)).toEqual({ from: END - HOUR_MS, to: END, preset: '60' });
  });

  it.each(['15', '60', '360', '1440'])('of the last %p minutes is known as a whole', (last) => {
    const range = rangeOf({ last }, NOW);
    expect(knownPartOf(range, NOW)).toEqual(range);
  });

  it('within the last day is known as a whole, and of a longer one the last day', () => {
    expect(knownPartOf(hours(-24, -20), NOW)).toEqual(hours(-24, -20));
    expect(knownPartOf(hours(-72, -20), NOW)).toEqual(hours(-24, -20));
    expect(knownPartOf(hours(-72, 5), NOW)).toEqual(hours(-24, 0));
  });

  it('before the last day, or in the future, is not known at all', () => {
    expect(knownPartOf(hours(-72, -24), NOW)).toBeUndefined();
    expect(knownPartOf(hours(0, 1), NOW)).toBeUndefined();
  });
});

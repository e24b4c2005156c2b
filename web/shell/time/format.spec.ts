import {
  formatAgo,
  formatBytes,
  formatCapped,
  formatCompact,
  formatCountdown,
  formatDuration,
  formatInstant,
  formatPercent,
  formatWhole,
  zoneAbbreviation,
} from './format';

describe('counts on an axis', () => {
  it.each([
    [0, '0'],
    [9_500, '9,500'],
    [80_000, '80K'],
    [1_250_000, '1.3M'],
    [40_000_000, '40M'],
  ])('%d is %s: no wider than its room', (count, text) => {
    expect(formatCompact(count)).toBe(text);
  });
});

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [212, '212 ms'],
    [4_180, '4.18 s'],
    [42_300, '42.3 s'],
    [126_000, '2 m 06 s'],
    [15_420_000, '4 h 17 m'],
    [561_600_000, '6 d 12 h'],
    [-5, '0 ms'],
  ])('%p ms are %p', (ms, text) => expect(formatDuration(ms)).toBe(text));

  it('say roughly how long without fractions', () => expect(formatWhole(4_900)).toBe('4 s'));
  it('count down with a tenth below ten seconds', () => {
    expect([formatCountdown(42_000), formatCountdown(9_340), formatCountdown(-1)]).toEqual(['0:42', '9.3', '0.0']);
  });
  it('are ahead, now or ago', () => {
    expect([formatAgo(10_000, 1_000), formatAgo(1_000, 1_500), formatAgo(1_000, 64_000)]).toEqual([
      'in 9 s',
      'now',
      '1 m 03 s ago',
    ]);
  });
});

describe('instants', () => {
  const now = Date.parse('2026-11-01T12:00:00Z');
  it('of today are a clock, in the zone of the viewer', () => {
    expect(formatInstant(Date.parse('2026-11-01T03:12:07.418Z'), 'Asia/Kathmandu', now, true)).toBe('08:57:07.418');
  });
  it('of another day name it, of another year the year too', () => {
    expect(formatInstant(Date.parse('2026-10-23T14:40:00Z'), 'UTC', now)).toBe('23 Oct 14:40');
    expect(formatInstant(Date.parse('2025-10-23T14:40:00Z'), 'UTC', now)).toBe('23 Oct 2025 14:40');
  });
  it('have the abbreviation of their side of a change of clocks', () => {
    const sides = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'].map((at) =>
      zoneAbbreviation('America/New_York', Date.parse(at)),
    );
    expect(sides).toEqual(['EDT', 'EST']);
  });
});

describe('figures', () => {
  it('say that they are capped', () => {
    expect(formatCapped({ count: 10_000, isCapped: true })).toBe('10,000+');
    expect(formatCapped({ count: 12, isCapped: false })).toBe('12');
  });
  it('have one decimal where it says something', () => {
    expect([0, 0.064, 0.1, 0.333].map(formatPercent)).toEqual(['0', '6.4', '10', '33.3']);
  });
  it('have units of bytes', () => expect([999, 65_536].map(formatBytes)).toEqual(['999 B', '65.5 KB']));
});

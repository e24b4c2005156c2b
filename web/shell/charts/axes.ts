import { partsOf } from '../time/format';

/** What stands below every chart of times. */
export const clockOf = (at: number, zone: string): string => partsOf(at, zone).clock.slice(0, 5);

/**
 * How every chart looks around its figures. Its bars and points are told apart by their instants: a day begins and ends with
 * the same time, and an hour comes twice when clocks are put back.
 */
export function axesIn(zone: string) {
  return {
    dataKey: 'at',
    gridColor: 'var(--r-chart-grid)',
    textColor: 'var(--r-faint)',
    tickLine: 'none',
    xAxisProps: { minTickGap: 64, tickMargin: 6, tickFormatter: (at: number) => clockOf(at, zone) },
    // It is asked for before anything is pointed at, too.
    tooltipProps: { labelFormatter: (at: unknown) => (typeof at === 'number' ? clockOf(at, zone) : null) },
    tooltipAnimationDuration: 0,
  } as const;
}

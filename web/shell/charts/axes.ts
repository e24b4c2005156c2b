/** How every chart looks around its figures. */
export const AXES = {
  gridColor: 'var(--r-chart-grid)',
  textColor: 'var(--r-faint)',
  tickLine: 'none',
  xAxisProps: { minTickGap: 64, tickMargin: 6 },
  tooltipAnimationDuration: 0,
} as const;

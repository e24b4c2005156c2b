import type { ReactNode } from 'react';
import classes from './overview.module.css';

const WIDTH = 160;
const HEIGHT = 30;

/** A line without axes: whether it rises. The figures are in the chart below, and in its table. */
export function Spark({ values, tone }: { values: readonly number[]; tone: 'idle' | 'bad' }): ReactNode {
  const top = Math.max(...values, 0);
  if (values.length < 2 || top === 0) return <span className={classes.spark} />;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    const y = HEIGHT - 2 - (value / top) * (HEIGHT - 5);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      data-tone={tone}
      aria-hidden
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

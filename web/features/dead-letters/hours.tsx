'use client';

import type { ReactNode } from 'react';
import { formatCount } from '@/shell/time/format';
import classes from './dead-letters.module.css';

const BAR = 4;
const HEIGHT = 22;

/** How many died in each of the last 24 hours: whether it grows, is over, or goes on all the time. `most`: the highest bar of all rows. */
export function Hours({ counts, most }: { counts: readonly number[]; most: number }): ReactNode {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const newest = counts.at(-1) ?? 0;
  const width = counts.length * BAR;
  return (
    <svg
      className={classes.hours}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={`${formatCount(total)} in the last 24 hours, ${formatCount(newest)} of them in the last one`}
    >
      <title>{`${formatCount(total)} in the last 24 hours, ${formatCount(newest)} in the last one`}</title>
      <line x1={0} x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {counts.map((count, hour) => {
        // By the root: one letter beside a thousand is still seen.
        const height = count === 0 ? 0 : Math.max(2, Math.sqrt(count / Math.max(1, most)) * HEIGHT);
        return <rect key={hour} x={hour * BAR} y={HEIGHT - height} width={BAR - 1} height={height} />;
      })}
    </svg>
  );
}

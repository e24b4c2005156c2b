import type { ReactNode } from 'react';
import { formatCompact, formatCount } from './format';

/** A whole number where there is little room: from ten thousand on it is rounded (12.3M), and on hover it is told in full. */
export function Count({ of: count }: { of: number }): ReactNode {
  const [short, full] = [formatCompact(count), formatCount(count)];
  return short === full ? full : <span title={full}>{short}</span>;
}

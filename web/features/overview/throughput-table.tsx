'use client';

import type { ReactNode } from 'react';
import { type Column, DataTable } from '@/shell/list/data-table';
import { formatCount } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import classes from './overview.module.css';
import type { Bucket } from './time-range';

const count = (name: Exclude<keyof Bucket, 'at'>, head: string): Column<Bucket> => ({
  key: name,
  head,
  align: 'right',
  cell: (bucket) => formatCount(bucket[name]),
});

const COLUMNS: readonly Column<Bucket>[] = [
  { key: 'at', head: 'From', width: 160, cell: ({ at }) => <Instant at={new Date(at).toISOString()} /> },
  count('completed', 'Completed'),
  count('failed', 'Failed, will retry'),
  count('timedOut', 'Timed out'),
  count('deadLettered', 'Dead letter'),
];

/** The same figures for those who cannot, or would not, read the chart; newest first. */
export function ThroughputTable({ buckets }: { buckets: readonly Bucket[] }): ReactNode {
  return (
    <div className={classes.table}>
      <DataTable
        label="Throughput by outcome"
        rows={buckets.toReversed()}
        columns={COLUMNS}
        idOf={({ at }) => String(at)}
        size="nested"
      />
    </div>
  );
}

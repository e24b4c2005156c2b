'use client';

import type { ReactNode } from 'react';
import { type Column, DataTable } from '@/shell/list/data-table';
import { Instant } from '@/shell/time/instant';
import type { Bucket } from './buckets';
import classes from './charts.module.css';

const FROM: Column<Bucket> = {
  key: 'at',
  head: 'From',
  width: 120,
  cell: ({ at }) => <Instant at={new Date(at).toISOString()} />,
};

interface BucketTableProps {
  readonly label: string;
  readonly buckets: readonly Bucket[];
  readonly columns: readonly { readonly head: string; readonly show: (bucket: Bucket) => string }[];
}

/** The same figures for those who cannot, or would not, read the chart; newest first. */
export function BucketTable({ label, buckets, columns }: BucketTableProps): ReactNode {
  const shown = columns.map(({ head, show }): Column<Bucket> => ({
    key: head,
    head,
    align: 'right',
    cell: (bucket) => show(bucket),
  }));
  return (
    <div className={classes.table} tabIndex={0} role="region" aria-label={label}>
      <DataTable
        label={label}
        rows={buckets.toReversed()}
        columns={[FROM, ...shown]}
        idOf={({ at }) => String(at)}
        size="nested"
      />
    </div>
  );
}

'use client';

import { SegmentedControl } from '@mantine/core';
import type { QueueResponse } from '@rota/client';
import { type ReactNode, useMemo } from 'react';
import { bucketsWithin, minutesBackTo, stepOf } from '@/shell/charts/buckets';
import { LatencyChart } from '@/shell/charts/latency-chart';
import { OutcomeChart } from '@/shell/charts/outcome-chart';
import { useMinute } from '@/shell/charts/use-minute';
import { useThroughput } from '@/shell/charts/use-throughput';
import { ListStates } from '@/shell/list/list-states';
import { useUrlFilters } from '@/shell/list/url-filters';
import { PRESETS, rangeOf } from '../overview/time-range';
import classes from './queues.module.css';

const FILTERS = ['last'] as const;

/** What the queue has done lately, and how long its jobs waited. */
export function QueueCharts({ queue }: { queue: QueueResponse }): ReactNode {
  const { filters, set } = useUrlFilters(FILTERS);
  const minute = useMinute();
  const range = useMemo(() => rangeOf(filters, minute), [filters, minute]);
  const step = stepOf(range);
  const throughput = useThroughput({ minutes: minutesBackTo(range, minute), step, queue: queue.id });
  return (
    <div className={classes.charts}>
      <SegmentedControl
        className={classes.range}
        aria-label="Time range"
        data={PRESETS.map(({ value, label }) => ({ value, label }))}
        value={range.preset ?? ''}
        onChange={(last) => set({ last })}
      />
      <ListStates
        query={throughput}
        failed="What the queue has done could not be read"
        isEmpty={() => false}
        empty={null}
        rowHeight={60}
      >
        {(data) => {
          const buckets = bucketsWithin(data, range, step);
          return (
            <>
              <OutcomeChart buckets={buckets} stepMinutes={step} />
              <LatencyChart buckets={buckets} />
            </>
          );
        }}
      </ListStates>
    </div>
  );
}

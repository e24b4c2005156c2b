'use client';

import type { ThroughputBucketResponse } from '@rota/client';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { DAY_MINUTES } from '@/shell/charts/buckets';
import { partsOf } from '@/shell/time/format';
import { useZone } from '@/shell/time/zone';
import classes from './overview.module.css';
import type { TimeRange } from './time-range';
import { useRangeName } from './use-range-name';

const MINUTE_MS = 60_000;
const STEP_MS = 15 * MINUTE_MS;
const SHORTEST_MS = 5 * MINUTE_MS;
const SLOTS = 96;

interface RangeBrushProps {
  readonly day: readonly ThroughputBucketResponse[];
  readonly end: number;
  readonly range: TimeRange;
  readonly onBrush: (from: number, to: number) => void;
}

/** The whole day below the chart: what is marked there is the time range of the page. Arrow keys move it, with ⇧ they stretch it. */
export function RangeBrush({ day, end, range, onBrush }: RangeBrushProps): ReactNode {
  const { zone } = useZone();
  const name = useRangeName(range);
  const start = end - DAY_MINUTES * MINUTE_MS;
  const strip = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ anchor: number; at: number }>();
  const path = useMemo(() => outlineOf(day, start), [day, start]);
  const from = drag === undefined ? Math.max(start, range.from) : Math.min(drag.anchor, drag.at);
  const to = drag === undefined ? Math.min(end, range.to) : Math.max(drag.anchor, drag.at);
  const percent = (instant: number): number => ((instant - start) / (end - start)) * 100;

  const instantAt = (event: PointerEvent): number => {
    const box = strip.current?.getBoundingClientRect();
    const share = box === undefined ? 0 : Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return start + Math.round((share * (end - start)) / MINUTE_MS) * MINUTE_MS;
  };
  const finish = (event: PointerEvent): void => {
    if (drag === undefined) return;
    const at = instantAt(event);
    setDrag(undefined);
    const [first, last] = [Math.min(drag.anchor, at), Math.max(drag.anchor, at)];
    if (last - first >= SHORTEST_MS) onBrush(first, last);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const nextTo = Math.min(end, Math.max(start + SHORTEST_MS, to + direction * STEP_MS));
    const nextFrom = event.shiftKey ? from : Math.max(start, nextTo - (to - from));
    if (nextTo - nextFrom >= SHORTEST_MS) onBrush(nextFrom, nextTo);
  };
  return (
    <div className={classes.brush}>
      <div
        ref={strip}
        className={classes.strip}
        role="slider"
        tabIndex={0}
        aria-label="Time range within the last 24 hours"
        aria-valuemin={0}
        aria-valuemax={DAY_MINUTES}
        aria-valuenow={Math.round((from - start) / MINUTE_MS)}
        aria-valuetext={name}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ anchor: instantAt(event), at: instantAt(event) });
        }}
        onPointerMove={(event) => drag !== undefined && setDrag({ ...drag, at: instantAt(event) })}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(undefined)}
      >
        <span
          className={classes.window}
          style={{ left: `${percent(from)}%`, width: `${percent(to) - percent(from)}%` }}
        />
        <svg viewBox={`0 0 ${SLOTS} 30`} preserveAspectRatio="none" aria-hidden>
          <path d={path} vectorEffect="non-scaling-stroke" />
        </svg>
      </div>
      <div className={classes.brushAxis}>
        {[0, 0.25, 0.5, 0.75].map((share) => (
          <span key={share}>{partsOf(start + share * (end - start), zone).clock.slice(0, 5)}</span>
        ))}
        <span className={classes.rangeName}>{name}</span>
      </div>
    </div>
  );
}

function outlineOf(day: readonly ThroughputBucketResponse[], start: number): string {
  const sums = Array.from({ length: SLOTS }, () => 0);
  for (const { at, completed, failed, timedOut } of day) {
    const slot = Math.floor((Date.parse(at) - start) / STEP_MS);
    if (slot >= 0 && slot < SLOTS) sums[slot] = (sums[slot] ?? 0) + completed + failed + timedOut;
  }
  const top = Math.max(...sums, 1);
  return sums
    .map((sum, index) => `${index === 0 ? 'M' : 'L'}${index + 0.5},${(28 - (sum / top) * 24).toFixed(1)}`)
    .join('');
}

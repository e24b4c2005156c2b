'use client';

import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  formatAgo,
  formatCountdown,
  formatDuration,
  formatInstant,
  formatWhole,
  formatWholeInstant,
  zoneAbbreviation,
} from './format';
import { useNow } from './use-now';
import { useZone } from './zone';
import classes from './instant.module.css';

interface InstantProps {
  /** ISO 8601. */
  readonly at: string;
  /** `clock` 03:12:07, `exact` with milliseconds, `ago` 4 m 06 s ago. */
  readonly as?: 'clock' | 'exact' | 'ago';
}

/** A moment: its hover tells zone, UTC and how long ago. */
export function Instant({ at, as = 'clock' }: InstantProps): ReactNode {
  const { zone } = useZone();
  const now = useNow();
  const instant = Date.parse(at);
  const text = as === 'ago' ? formatAgo(instant, now) : formatInstant(instant, zone, now, as === 'exact');
  return (
    <Tooltip
      label={<InstantHover instant={instant} zone={zone} now={now} />}
      events={{ hover: true, focus: true, touch: true }}
    >
      <time dateTime={at} className={as === 'exact' ? classes.exact : classes.instant}>
        {text}
      </time>
    </Tooltip>
  );
}

function InstantHover({ instant, zone, now }: { instant: number; zone: string; now: number }): ReactNode {
  return (
    <span className={classes.hover}>
      <span>{zoneAbbreviation(zone, instant)}</span>
      <span>{formatWholeInstant(instant, zone)}</span>
      <span>UTC</span>
      <span>{formatWholeInstant(instant, 'UTC')}</span>
      <span />
      <span>{formatAgo(instant, now)}</span>
    </span>
  );
}

/** How much is left until an instant: 0:42, with a tenth below ten seconds. */
export function Countdown({ until }: { until: string }): ReactNode {
  const coarse = useNow();
  const isClose = Date.parse(until) - coarse < 11_000;
  return isClose ? <CloseCountdown until={until} /> : formatCountdown(Date.parse(until) - coarse);
}

function CloseCountdown({ until }: { until: string }): ReactNode {
  const now = useNow('tenth');
  return formatCountdown(Date.parse(until) - now);
}

/** in 4 m 53 s, or overdue. */
export function DueIn({ at }: { at: string }): ReactNode {
  const now = useNow();
  const left = Date.parse(at) - now;
  return left > 0 ? `in ${formatWhole(left)}` : 'due';
}

/** How long something took, or has been taking. */
export function Elapsed({ since, until }: { since: string; until?: string | null }): ReactNode {
  const now = useNow();
  if (until !== undefined && until !== null) return formatDuration(Date.parse(until) - Date.parse(since));
  return formatWhole(now - Date.parse(since));
}

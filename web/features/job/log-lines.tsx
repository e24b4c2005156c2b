'use client';

import type { JobLogLineResponse } from '@rota/client';
import { memo, type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react';
import { formatCount, formatInstant, formatWholeInstant, zoneAbbreviation } from '@/shell/time/format';
import { useNow } from '@/shell/time/use-now';
import { useZone } from '@/shell/time/zone';
import classes from './job.module.css';

/** So many lines are drawn at first, and so many more each time: a browser gets slow with all of ten thousand. */
const DRAWN = 1_000;

/** The end of the log, which is followed unless somebody scrolls up; earlier lines on demand. */
export function LogLines({ lines }: { lines: readonly JobLogLineResponse[] }): ReactNode {
  const { zone } = useZone();
  const today = Math.floor(useNow() / 3_600_000) * 3_600_000;
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [earlier, setEarlier] = useState(0);
  const hidden = Math.max(0, lines.length - DRAWN - earlier);
  const last = lines.at(-1)?.id;
  useEffect(() => {
    if (follows.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLDivElement>): void => {
    follows.current = scrollHeight - scrollTop - clientHeight < 24;
  };
  return (
    <div ref={box} className={classes.logs} onScroll={onScroll} tabIndex={0} role="log" aria-label="Log lines">
      {hidden > 0 && (
        <button type="button" className={classes.earlier} onClick={() => setEarlier(earlier + DRAWN)}>
          Show {formatCount(Math.min(DRAWN, hidden))} earlier lines of {formatCount(hidden)}
        </button>
      )}
      {lines.slice(hidden).map((line) => (
        <LogLine key={line.id} line={line} zone={zone} today={today} />
      ))}
    </div>
  );
}

/** Drawn once: a line does not change, and thousands of them with a tooltip each would be felt. */
const LogLine = memo(function LogLine({
  line,
  zone,
  today,
}: {
  line: JobLogLineResponse;
  zone: string;
  today: number;
}) {
  const { loggedAt, executionSeq, message, data } = line;
  const at = Date.parse(loggedAt);
  const whole = `${formatWholeInstant(at, zone)} ${zoneAbbreviation(zone, at)} · ${formatWholeInstant(at, 'UTC')} UTC`;
  return (
    <div className={classes.logLine}>
      <time dateTime={loggedAt} title={whole}>
        {formatInstant(at, zone, today, true)}
      </time>
      <span>#{executionSeq}</span>
      <code>
        {message}
        {data !== null && data !== undefined && <span> {JSON.stringify(data)}</span>}
      </code>
    </div>
  );
});

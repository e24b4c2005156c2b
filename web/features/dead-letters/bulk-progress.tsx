'use client';

import { IconCircleCheckFilled, IconCircleX, IconLoader2, IconPlayerStopFilled } from '@tabler/icons-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { BlockHead } from '@/shell/page/page';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { formatCount, shortId } from '@/shell/time/format';
import { type BulkRun, forgetRun, stopRun, useBulkRuns } from './bulk-runs';
import classes from './dead-letters.module.css';

const WORDS = {
  replay: { running: 'Replaying', done: 'Replayed' },
  discard: { running: 'Discarding', done: 'Discarded' },
} as const;

/** What was ordered from this tab: how far it is, what failed, and Stop. */
export function BulkProgress(): ReactNode {
  const { projectId } = useProject();
  const runs = useBulkRuns(projectId);
  if (runs.length === 0) return null;
  const running = runs.filter(({ state }) => state === 'running').length;
  return (
    <section className={classes.bulk} aria-label="Bulk actions">
      <BlockHead title="Bulk actions" remark={running > 0 ? `${running} running from this tab` : 'of this tab'} />
      {runs.map((run) => (
        <Run key={run.id} run={run} />
      ))}
    </section>
  );
}

function Run({ run }: { run: BulkRun }): ReactNode {
  const path = useProjectPath();
  const [isOpen, setIsOpen] = useState(false);
  const handled = run.done + run.failed;
  const share = run.total === 0 ? 1 : Math.min(1, handled / run.total);
  return (
    <div className={classes.run}>
      <div className={classes.runLine} role="status">
        <RunMark run={run} />
        <span className={classes.runTitle} title={run.title}>
          {formatCount(run.total)} letters, <span>{run.title}</span>
        </span>
        <progress value={share} max={1} aria-label="Progress" />
        <span className={classes.runCount}>
          {formatCount(handled)} of {formatCount(Math.max(run.total, handled))}
        </span>
        {run.failed > 0 && (
          <button
            type="button"
            className={classes.failedLink}
            onClick={() => setIsOpen(!isOpen)}
            aria-expanded={isOpen}
          >
            {formatCount(run.failed)} failed
          </button>
        )}
        {run.state === 'running' ? (
          <button type="button" className={classes.linkButton} onClick={() => stopRun(run.id)}>
            Stop
          </button>
        ) : (
          <button type="button" className={classes.linkButton} onClick={() => forgetRun(run.id)}>
            Dismiss
          </button>
        )}
      </div>
      {run.fault !== undefined && <p className={classes.fault}>{run.fault}</p>}
      {isOpen && (
        <ul className={classes.failures}>
          {run.failures.map(({ id, code, detail }) => (
            <li key={id}>
              <Link href={path(`dead-letters/${id}`)} prefetch={false}>
                {shortId(id)}
              </Link>
              <code>{code}</code>
              <span>{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function RunMark({ run: { verb, state } }: { run: BulkRun }): ReactNode {
  const words = WORDS[verb];
  switch (state) {
    case 'running':
      return (
        <span className={classes.runMark} data-tone="accent">
          <IconLoader2 size={15} className={classes.turning} aria-hidden /> {words.running}
        </span>
      );
    case 'finished':
      return (
        <span className={classes.runMark} data-tone="ok">
          <IconCircleCheckFilled size={15} aria-hidden /> {words.done}
        </span>
      );
    case 'stopped':
      return (
        <span className={classes.runMark} data-tone="warn">
          <IconPlayerStopFilled size={15} aria-hidden /> Stopped
        </span>
      );
    case 'broken':
      return (
        <span className={classes.runMark} data-tone="bad">
          <IconCircleX size={15} aria-hidden /> Broken off
        </span>
      );
  }
}

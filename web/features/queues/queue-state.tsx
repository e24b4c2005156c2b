'use client';

import { Tooltip } from '@mantine/core';
import type { QueueResponse, QueueStatsResponse } from '@rota/client';
import { IconAlertTriangle, IconCircleDot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusMark } from '@/shell/status/status';
import classes from './queues.module.css';
import { SHORT_VERDICTS, verdictOf } from './verdict';

interface QueueStateProps {
  readonly queue: QueueResponse;
  readonly stats?: QueueStatsResponse | null | undefined;
}

/** Paused, or stuck, and why; an active queue is grey, because most are. */
export function QueueState({ queue, stats }: QueueStateProps): ReactNode {
  if (queue.isPaused) {
    return (
      <Tooltip label={queue.pausedReason ?? 'no reason was given'} multiline maw={400}>
        <span tabIndex={0}>
          <StatusMark status="paused" />
        </span>
      </Tooltip>
    );
  }
  const stuck = stats === null || stats === undefined ? undefined : SHORT_VERDICTS[stats.whyNotMoving];
  if (stuck === undefined || stats === null || stats === undefined) {
    return (
      <span className={classes.active}>
        <IconCircleDot size={15} stroke={1.9} aria-hidden />
        Active
      </span>
    );
  }
  return (
    <Tooltip label={verdictOf({ queue, stats }).text} multiline maw={400}>
      <span tabIndex={0} className={classes.active} data-tone={stuck.tone}>
        <IconAlertTriangle size={15} stroke={1.9} aria-hidden />
        {stuck.word}
      </span>
    </Tooltip>
  );
}

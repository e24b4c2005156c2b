'use client';

import { Tooltip } from '@mantine/core';
import type { QueueResponse } from '@rota/client';
import { IconCircleDot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusMark } from '@/shell/status/status';
import classes from './queues.module.css';

/** Paused, and why; an active queue is grey, because most are. */
export function QueueState({ queue }: { queue: QueueResponse }): ReactNode {
  if (!queue.isPaused) {
    return (
      <span className={classes.active}>
        <IconCircleDot size={15} stroke={1.9} aria-hidden />
        Active
      </span>
    );
  }
  return (
    <Tooltip label={queue.pausedReason ?? 'no reason was given'}>
      <span>
        <StatusMark status="paused" />
      </span>
    </Tooltip>
  );
}

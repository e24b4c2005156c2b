'use client';

import type { QueueResponse } from '@rota/client';
import type { ReactNode } from 'react';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { useQueueCommands } from './use-queue-commands';

export function PauseDialog({ queue, onClose }: { queue: QueueResponse | undefined; onClose: () => void }): ReactNode {
  const { pause } = useQueueCommands();
  return (
    <ReasonDialog
      isOpen={queue !== undefined}
      onClose={onClose}
      title={`Pause ${queue?.name ?? 'the queue'}?`}
      act="Pause"
      keep="Let it run"
      isDangerous={false}
      onConfirm={async (reason) => queue !== undefined && pause(queue, reason)}
    >
      <p>It goes on accepting jobs, and gives none to a worker. What runs now runs to its end.</p>
    </ReasonDialog>
  );
}

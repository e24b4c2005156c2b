'use client';

import { dataOf, type QueueResponse, queuesPause, queuesResume } from '@rota/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { useProject } from '@/shell/project/project-context';

/** Pause and resume, for the list and for the page of one queue. */
export function useQueueCommands() {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const renew = useCallback(
    () => queryClient.invalidateQueries({ queryKey: [projectId, 'queues'] }),
    [queryClient, projectId],
  );
  const pause = useCallback(
    async (queue: QueueResponse, reason: string | undefined) => {
      await dataOf(
        queuesPause({ client: api, path: { projectId, queue: queue.id }, body: { reason: reason ?? null } }),
      );
      notifyDone(`${queue.name} is paused: it accepts jobs and gives none away`);
      await renew();
    },
    [projectId, renew],
  );
  const resume = useCallback(
    async (queue: QueueResponse) => {
      await dataOf(queuesResume({ client: api, path: { projectId, queue: queue.id } }));
      notifyDone(`${queue.name} gives jobs again`);
      await renew();
    },
    [projectId, renew],
  );
  return { pause, resume, renew };
}

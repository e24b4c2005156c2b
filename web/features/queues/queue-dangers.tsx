'use client';

import { Button } from '@mantine/core';
import { dataOf, type QueueResponse, queuesDelete, queuesPurge } from '@rota/client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { BlockHead } from '@/shell/page/page';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { formatCapped, formatCount } from '@/shell/time/format';
import classes from './queues.module.css';
import { useQueueCommands } from './use-queue-commands';
import { useStandingOf } from './use-standing';

/** A purge answers after a bounded time: it is sent again so often at most. */
const MAX_CALLS = 1_000;

/** Emptying and deleting. Both name what they would take. */
export function QueueDangers({ queue }: { queue: QueueResponse }): ReactNode {
  const { projectId } = useProject();
  const path = useProjectPath();
  const router = useRouter();
  const { renew } = useQueueCommands();
  const [asking, setAsking] = useState<'purge' | 'delete'>();
  const stats = useStandingOf(queue.id).data;
  const waiting =
    stats === undefined
      ? undefined
      : {
          count: stats.queued.count + stats.scheduled.count,
          isCapped: stats.queued.isCapped || stats.scheduled.isCapped,
        };
  const count = waiting === undefined ? '…' : formatCapped(waiting);
  const jobs = waiting?.count === 1 ? '1 job' : `${count} jobs`;

  const purge = async (reason: string | undefined): Promise<void> => {
    let cancelled = 0;
    for (let call = 0; call < MAX_CALLS; call += 1) {
      const answer = await dataOf(
        queuesPurge({ client: api, path: { projectId, queue: queue.id }, query: { reason } }),
      );
      cancelled += answer.cancelledCount;
      if (!answer.hasMore) break;
    }
    notifyDone(`${cancelled === 1 ? '1 job' : `${formatCount(cancelled)} jobs`} of ${queue.name} cancelled`);
    await renew();
  };
  const remove = async (reason: string | undefined): Promise<void> => {
    await dataOf(queuesDelete({ client: api, path: { projectId, queue: queue.id }, query: { reason } }));
    await renew();
    notifyDone(`${queue.name} is deleted`);
    router.push(path('queues'));
  };
  return (
    <section aria-label="Danger">
      <BlockHead title="Danger" />
      <div className={classes.dangers}>
        <Button onClick={() => setAsking('purge')} disabled={waiting === undefined || waiting.count === 0}>
          Purge {count} waiting…
        </Button>
        <Button onClick={() => setAsking('delete')} className={classes.danger}>
          Delete queue…
        </Button>
      </div>
      <ReasonDialog
        isOpen={asking === 'purge'}
        onClose={() => setAsking(undefined)}
        title={`Cancel ${jobs} of ${queue.name}?`}
        act={`Cancel ${count}`}
        keep="Keep them"
        typed={waiting === undefined ? undefined : String(waiting.count)}
        onConfirm={purge}
      >
        <p>
          All that is queued or scheduled ends as cancelled; what runs is left alone. Jobs that come meanwhile are
          taken, too.
        </p>
      </ReasonDialog>
      <ReasonDialog
        isOpen={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        title={`Delete ${queue.name} and cancel ${jobs}?`}
        act="Delete queue"
        keep="Keep it"
        typed={waiting === undefined ? undefined : String(waiting.count)}
        onConfirm={remove}
      >
        <p>What waits is cancelled bit by bit, what runs ends. Clients that name this queue are refused from now on.</p>
      </ReasonDialog>
    </section>
  );
}

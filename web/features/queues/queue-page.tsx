'use client';

import { dataOf, type QueueResponse, queuesGet } from '@rota/client';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import dynamic from 'next/dynamic';
import { useParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { notifyProblem } from '@/shell/dialogs/notify';
import { ListStates, Missing } from '@/shell/list/list-states';
import { useLive } from '@/shell/live/live';
import { BlockHead, Page } from '@/shell/page/page';
import { PrimaryAction } from '@/shell/page/primary-action';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { Instant } from '@/shell/time/instant';
import { PauseDialog } from './pause-dialog';
import { QueueDangers } from './queue-dangers';
import { QueueJobs } from './queue-jobs';
import { QueueFigures } from './queue-figures';
import { QueueSettings } from './queue-settings';
import { QueueState } from './queue-state';
import classes from './queues.module.css';
import { useQueueCommands } from './use-queue-commands';
import { useStandingOf } from './use-standing';
import { type Verdict, verdictOf } from './verdict';

const QueueCharts = dynamic(async () => (await import('./queue-charts')).QueueCharts, {
  ssr: false,
  loading: () => <div className={classes.chartWaiting} data-loading />,
});

export function QueuePage(): ReactNode {
  const { queue: name } = useParams<{ queue: string }>();
  const { projectId, can } = useProject();
  const path = useProjectPath();
  const queue = useQuery({
    ...useLive('queues'),
    queryKey: [projectId, 'queues', name],
    queryFn: () => dataOf(queuesGet({ client: api, path: { projectId, queue: decodeURIComponent(name) } })),
  });
  return (
    <Page
      name={decodeURIComponent(name)}
      title={
        <>
          <Link href={path('queues')} prefetch={false} className="trail">
            Queues
          </Link>
          <IconChevronRight size={14} aria-hidden />
          <span>{decodeURIComponent(name)}</span>
          {queue.data !== undefined && <StateInHead queue={queue.data} />}
        </>
      }
      actions={queue.data !== undefined && can('queues:manage') && <PauseSwitch queue={queue.data} />}
    >
      <ListStates
        query={queue}
        failed="The queue could not be read"
        isEmpty={() => false}
        empty={null}
        missing={
          <Missing sentence="There is no queue of this name in this project: it was deleted, or it is of another project.">
            <Link href={path('queues')} prefetch={false}>
              All queues
            </Link>
          </Missing>
        }
      >
        {(data) => (
          <div className={classes.columns}>
            <div className={classes.left}>
              <QueueStanding queue={data} />
              <QueueJobs queue={data} />
              {can('queues:manage') && <QueueDangers queue={data} />}
            </div>
            <aside className={classes.right}>
              <QueueSettings queue={data} />
            </aside>
          </div>
        )}
      </ListStates>
    </Page>
  );
}

/** The verdict wins, as in the list of queues. */
function StateInHead({ queue }: { queue: QueueResponse }): ReactNode {
  const { data, error } = useStandingOf(queue.id);
  if (data === undefined && error === null && !queue.isPaused) return null;
  return (
    <span className={classes.stateInHead}>
      <QueueState queue={queue} stats={data} />
    </span>
  );
}

function PauseSwitch({ queue }: { queue: QueueResponse }): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const { resume } = useQueueCommands();
  const onResume = (): void =>
    void resume(queue).catch((error: unknown) => notifyProblem('The queue was not resumed', error));
  return (
    <>
      {queue.isPaused ? (
        <PrimaryAction icon={<IconPlayerPlay size={14} aria-hidden />} label="Resume" onClick={onResume} />
      ) : (
        <PrimaryAction
          icon={<IconPlayerPause size={14} aria-hidden />}
          label="Pause…"
          onClick={() => setIsAsking(true)}
          look="plain"
        />
      )}
      <PauseDialog queue={isAsking ? queue : undefined} onClose={() => setIsAsking(false)} />
    </>
  );
}

function QueueStanding({ queue }: { queue: QueueResponse }): ReactNode {
  const stats = useStandingOf(queue.id);
  return (
    <ListStates query={stats} failed="What stands in the queue could not be read" isEmpty={() => false} empty={null}>
      {(data) => (
        <>
          <VerdictNotice verdict={verdictOf({ queue, stats: data })} since={queue.pausedAt} />
          <QueueFigures queue={queue} stats={data} />
          <QueueCharts queue={queue} />
        </>
      )}
    </ListStates>
  );
}

const ICONS = {
  ok: IconCircleCheckFilled,
  warn: IconAlertTriangle,
  bad: IconAlertTriangle,
  idle: IconCircleDashed,
} as const;

function VerdictNotice({ verdict, since }: { verdict: Verdict; since: string | null }): ReactNode {
  const Icon = ICONS[verdict.tone];
  return (
    <section aria-label="Why is it not moving?">
      <BlockHead title={verdict.tone === 'ok' || verdict.tone === 'idle' ? 'Is it moving?' : 'Why is it not moving?'} />
      <div className={classes.verdict} data-tone={verdict.tone}>
        <Icon size={17} aria-hidden />
        <div>
          <strong>{verdict.title}</strong>
          <p>
            {verdict.text}
            {since !== null && (
              <>
                {' Paused '}
                <Instant at={since} as="ago" />.
              </>
            )}
          </p>
        </div>
      </div>
    </section>
  );
}

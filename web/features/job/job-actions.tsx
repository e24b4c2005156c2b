'use client';

import { ActionIcon, Button, Kbd, Menu } from '@mantine/core';
import { type JobResponse, jobsCancel, jobsReplay, jobsRetry, dataOf } from '@rota/client';
import { IconBan, IconClockEdit, IconCopy, IconDots, IconPencil, IconRotateClockwise } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { notifyDone, notifyProblem } from '@/shell/dialogs/notify';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { useShortcuts } from '@/shell/keyboard/shortcuts';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { copyText } from './copy-text';
import { curlOf } from '../jobs/curl';
import classes from './job.module.css';
import { isEnded } from './use-job';

const ReplayDialog = dynamic(async () => (await import('./replay-dialog')).ReplayDialog, { ssr: false });
const RescheduleDialog = dynamic(async () => (await import('./reschedule-dialog')).RescheduleDialog, { ssr: false });

type Asking = 'cancel' | 'replay' | 'reschedule';

interface JobActionsProps {
  readonly job: JobResponse;
  readonly payloadText: string;
  /** To make it due would only have it put back once more. */
  readonly isPutBack: boolean;
}

export function JobActions({ job, payloadText, isPutBack }: JobActionsProps): ReactNode {
  const { projectId, can } = useProject();
  const queryClient = useQueryClient();
  const router = useRouter();
  const path = useProjectPath();
  const [asking, setAsking] = useState<Asking>();
  const [isBusy, setIsBusy] = useState(false);
  const target = { client: api, path: { projectId, jobId: job.id } };
  const renew = (): void => void queryClient.invalidateQueries({ queryKey: [projectId] });
  const may = can('jobs:manage');
  const isScheduled = job.status === 'scheduled';
  const canRunNow = isScheduled && !isPutBack;
  const hasEnded = isEnded(job);

  /** Pressed twice it is done once: each replay of what has completed makes a job. */
  const once = async (act: () => Promise<void>, failed: string): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await act();
    } catch (error) {
      notifyProblem(failed, error);
    } finally {
      setIsBusy(false);
    }
    renew();
  };
  const retry = (): Promise<void> =>
    once(async () => {
      await dataOf(jobsRetry({ ...target, body: {} }));
      notifyDone('The job is due now');
    }, 'The job was not made due');
  const replay = (): Promise<void> =>
    once(async () => {
      const running = await dataOf(jobsReplay({ ...target, body: {} }));
      notifyDone(running.id === job.id ? 'The job is back in its queue' : 'It runs again as a new job');
      if (running.id !== job.id) router.push(path(`jobs/${running.id}`));
    }, 'The job was not replayed');
  const cancel = async (reason: string | undefined): Promise<void> => {
    await dataOf(jobsCancel({ ...target, body: reason === undefined ? {} : { reason } }));
    notifyDone(
      job.status === 'running' || job.status === 'claimed' ? 'Its worker is asked to stop' : 'The job is cancelled',
    );
    renew();
  };
  useShortcuts([
    ...(may && canRunNow
      ? [{ keys: 'r', label: job.attempt > 0 ? 'Retry now' : 'Run now', group: 'Job', run: () => void retry() }]
      : []),
    ...(may && hasEnded
      ? [{ keys: 'e', label: 'Replay with edits', group: 'Job', run: () => setAsking('replay') }]
      : []),
    ...(may && !hasEnded ? [{ keys: 'c', label: 'Cancel', group: 'Job', run: () => setAsking('cancel') }] : []),
  ]);
  return (
    <div className={classes.actions}>
      {may && canRunNow && (
        <Button
          variant="filled"
          leftSection={<IconRotateClockwise size={14} />}
          rightSection={<Kbd>R</Kbd>}
          onClick={() => void retry()}
          loading={isBusy}
        >
          {job.attempt > 0 ? 'Retry now' : 'Run now'}
        </Button>
      )}
      {may && hasEnded && (
        <Button
          variant={job.status === 'dead_letter' ? 'filled' : 'default'}
          leftSection={<IconRotateClockwise size={14} />}
          onClick={() => void replay()}
          loading={isBusy}
        >
          Replay
        </Button>
      )}
      {may && hasEnded && (
        <Button leftSection={<IconPencil size={14} />} rightSection={<Kbd>E</Kbd>} onClick={() => setAsking('replay')}>
          Replay with edits…
        </Button>
      )}
      {may && isScheduled && (
        <Button leftSection={<IconClockEdit size={14} />} onClick={() => setAsking('reschedule')}>
          Reschedule…
        </Button>
      )}
      {may && !hasEnded && (
        <Button
          leftSection={<IconBan size={14} />}
          onClick={() => setAsking('cancel')}
          disabled={job.cancelRequestedAt !== null}
        >
          {job.cancelRequestedAt === null ? 'Cancel…' : 'Stopping'}
        </Button>
      )}
      <MoreMenu job={job} payloadText={payloadText} />
      <ReasonDialog
        isOpen={asking === 'cancel'}
        onClose={() => setAsking(undefined)}
        title="Cancel this job?"
        act="Cancel 1 job"
        keep="Keep it"
        onConfirm={cancel}
      >
        <p>
          {isScheduled || job.status === 'queued'
            ? 'It ends at once and is not run.'
            : 'Its worker is asked to stop; a success that comes first stays.'}
        </p>
      </ReasonDialog>
      {asking === 'replay' && <ReplayDialog job={job} payloadText={payloadText} onClose={() => setAsking(undefined)} />}
      {asking === 'reschedule' && <RescheduleDialog job={job} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

function MoreMenu({ job, payloadText }: { job: JobResponse; payloadText: string }): ReactNode {
  const { projectId } = useProject();
  const readCommand = curlOf('GET', `/projects/${projectId}/jobs/${job.id}`, undefined);
  const options = JSON.stringify({
    queue: job.queue,
    handler: job.handler,
    priority: job.priority,
    ...(job.labels === null ? {} : { labels: job.labels }),
  });
  const enqueueCommand = curlOf(
    'POST',
    `/projects/${projectId}/jobs`,
    `${options.slice(0, -1)},"payload":${payloadText}}`,
  );
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="More">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={14} />}
          onClick={() => void copyText(enqueueCommand, 'The command that enqueues it')}
        >
          Copy as cURL: enqueue the same
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={14} />}
          onClick={() => void copyText(readCommand, 'The command that reads it')}
        >
          Copy as cURL: read it
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => void copyText(job.id, 'The id')}>
          Copy the id
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

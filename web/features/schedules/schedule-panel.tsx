'use client';

import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  dataOf,
  type ScheduleResponse,
  schedulesCreate,
  schedulesDelete,
  schedulesPause,
  schedulesResume,
  schedulesTrigger,
  schedulesUpdate,
} from '@rota/client';
import { IconCopy, IconDots, IconPlayerPause, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '@/shell/api/client';
import { notifyDone, notifyProblem } from '@/shell/dialogs/notify';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { isMissing, SkeletonRows } from '@/shell/list/list-states';
import { useOpenedBeside } from '@/shell/page/opened-beside';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { SidePanel } from '@/shell/page/side-panel';
import { useProject } from '@/shell/project/project-context';
import { StatusBadge } from '@/shell/status/status';
import { shortId } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import { viewerZone } from '@/shell/time/zone';
import { RunHistory } from './run-history';
import { EditorFoot, ScheduleEditor, useEditor } from './schedule-editor';
import { changesOf, formOf, NEW_FORM, requestOf, type ScheduleForm } from './schedule-form';
import classes from './schedules.module.css';
import { useSchedule } from './use-schedules';

const INCOMPLETE = new Error('name, queue, handler, a time and a payload that is a JSON object are needed');

export function NewSchedulePanel({ copyOf, onClose }: { copyOf: string | undefined; onClose: () => void }): ReactNode {
  return copyOf === undefined ? (
    <NewSchedule start={undefined} onClose={onClose} />
  ) : (
    <CopiedSchedule scheduleId={copyOf} onClose={onClose} />
  );
}

function CopiedSchedule({ scheduleId, onClose }: { scheduleId: string; onClose: () => void }): ReactNode {
  const { data } = useSchedule(scheduleId);
  return data === undefined ? null : <NewSchedule start={data} onClose={onClose} />;
}

function NewSchedule({ start, onClose }: { start: ScheduleResponse | undefined; onClose: () => void }): ReactNode {
  const { projectId } = useProject();
  const { open } = useOpenedBeside('schedules');
  const queryClient = useQueryClient();
  const stored = useMemo<ScheduleForm>(
    () => (start === undefined ? { ...NEW_FORM, timeZone: viewerZone() } : { ...formOf(start), name: '' }),
    [start],
  );
  const editor = useEditor(stored, async (form) => {
    const body = requestOf(form);
    if (body === undefined) throw INCOMPLETE;
    const made = await dataOf(schedulesCreate({ client: api, path: { projectId }, body }));
    notifyDone(`${made.name} is scheduled`);
    await queryClient.invalidateQueries({ queryKey: [projectId, 'schedules'] });
    open(made.id, '');
  });
  return (
    <SidePanel
      title={start === undefined ? 'New schedule' : `New schedule like ${start.name}`}
      label="New schedule"
      onClose={onClose}
      foot={<EditorFoot editor={editor} act="Create" />}
    >
      <ScheduleEditor editor={editor} isLocked={false} isNew />
    </SidePanel>
  );
}

export function SchedulePanel({ scheduleId, onClose }: { scheduleId: string; onClose: () => void }): ReactNode {
  const schedule = useSchedule(scheduleId);
  if (schedule.data !== undefined) return <Loaded schedule={schedule.data} onClose={onClose} />;
  const isGone = isMissing(schedule.error);
  return (
    <SidePanel title={isGone ? 'There is no such schedule' : 'Schedule'} label="Schedule" onClose={onClose}>
      {schedule.error === null ? (
        <SkeletonRows height={42} count={6} />
      ) : isGone ? (
        <p className={classes.remark}>It was deleted, or belongs to another project.</p>
      ) : (
        <ProblemNotice what="It could not be read" error={schedule.error} onRetry={() => void schedule.refetch()} />
      )}
    </SidePanel>
  );
}

function Loaded({ schedule, onClose }: { schedule: ScheduleResponse; onClose: () => void }): ReactNode {
  const { projectId, can } = useProject();
  const queryClient = useQueryClient();
  const stored = useMemo(() => formOf(schedule), [schedule]);
  const isLocked = !can('schedules:manage');
  const renew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [projectId, 'schedules'] });
  const editor = useEditor(stored, async (form) => {
    const body = changesOf(stored, form);
    if (body === undefined) throw INCOMPLETE;
    const headers = { 'If-Match': `"${schedule.version}"` };
    const target = { projectId, scheduleId: schedule.id };
    const saved = await dataOf(schedulesUpdate({ client: api, path: target, headers, body }));
    queryClient.setQueryData([projectId, 'schedules', 'one', schedule.id], saved);
    notifyDone(`${saved.name} is saved`);
    await renew();
  });
  return (
    <SidePanel
      title={schedule.name}
      label={`Schedule ${schedule.name}`}
      onClose={onClose}
      actions={isLocked ? undefined : <Actions schedule={schedule} onDeleted={onClose} renew={renew} />}
      foot={isLocked ? undefined : <EditorFoot editor={editor} act="Save" />}
    >
      {schedule.pausedAt !== null && (
        <p className={classes.paused}>
          <StatusBadge status="paused" />
          <span>
            since <Instant at={schedule.pausedAt} />
            {schedule.pausedReason !== null && `: ${schedule.pausedReason}`}
          </span>
        </p>
      )}
      <ScheduleEditor key={schedule.id} editor={editor} isLocked={isLocked} isNew={false} />
      <RunHistory scheduleId={schedule.id} />
    </SidePanel>
  );
}

interface ActionsProps {
  readonly schedule: ScheduleResponse;
  readonly onDeleted: () => void;
  readonly renew: () => Promise<void>;
}

function Actions({ schedule, onDeleted, renew }: ActionsProps): ReactNode {
  const { projectId } = useProject();
  const { open } = useOpenedBeside('schedules');
  const [asked, setAsked] = useState<'pause' | 'trigger' | 'delete'>();
  const { name } = schedule;
  const target = { projectId, scheduleId: schedule.id };
  const close = (): void => setAsked(undefined);
  const queryClient = useQueryClient();
  const keep = (answer: ScheduleResponse): void =>
    void queryClient.setQueryData([projectId, 'schedules', 'one', answer.id], answer);
  const resume = (): void =>
    void dataOf(schedulesResume({ client: api, path: target }))
      .then(keep)
      .then(() => notifyDone(`${name} runs again`))
      .then(renew)
      .catch((error: unknown) => notifyProblem(`${name} was not resumed`, error));
  const trigger = async (): Promise<void> => {
    const { jobId } = await dataOf(schedulesTrigger({ client: api, path: target }));
    notifyDone(`One job of ${name} is on its way: ${shortId(jobId)}`);
    await renew();
  };
  const pause = async (reason: string | undefined): Promise<void> => {
    keep(await dataOf(schedulesPause({ client: api, path: target, body: { reason: reason ?? '' } })));
    notifyDone(`${name} is paused`);
    await renew();
  };
  const remove = async (reason: string | undefined): Promise<void> => {
    const headers = { 'If-Match': `"${schedule.version}"` };
    await dataOf(schedulesDelete({ client: api, path: target, headers, query: { reason } }));
    notifyDone(`${name} is deleted`);
    onDeleted();
    // All but what is asked about the schedule itself: it is no more.
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => !queryKey.includes(schedule.id);
    await queryClient.invalidateQueries({ queryKey: [projectId, 'schedules'], predicate });
  };
  return (
    <>
      <Button onClick={() => setAsked('trigger')}>Trigger now</Button>
      {schedule.isPaused ? (
        <Button onClick={resume}>Resume</Button>
      ) : (
        <Button leftSection={<IconPlayerPause size={14} stroke={1.9} />} onClick={() => setAsked('pause')}>
          Pause…
        </Button>
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon aria-label="More">
            <IconDots size={17} stroke={1.8} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy size={15} stroke={1.7} />}
            onClick={() => open('new', `?like=${schedule.id}`)}
          >
            New one like it
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.7} />} onClick={() => setAsked('delete')}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ReasonDialog
        isOpen={asked === 'pause'}
        onClose={close}
        title={`Pause ${name}?`}
        act="Pause"
        isDangerous={false}
        onConfirm={pause}
      >
        <p>Its slots pass unused until it is resumed. Jobs that are already there run on.</p>
      </ReasonDialog>
      <ReasonDialog
        reason="none"
        isDangerous={false}
        isOpen={asked === 'trigger'}
        onClose={close}
        title={`Run ${name} once, now?`}
        act="Run 1 job"
        keep="Not now"
        onConfirm={trigger}
      >
        <p>One job beside the plan: no slot is used, and the next one stays as it is.</p>
      </ReasonDialog>
      <ReasonDialog
        isOpen={asked === 'delete'}
        onClose={close}
        title={`Delete ${name}?`}
        act="Delete 1 schedule"
        keep="Keep it"
        onConfirm={remove}
      >
        <p>It does not fire any more. Its jobs and their history stay.</p>
      </ReasonDialog>
    </>
  );
}

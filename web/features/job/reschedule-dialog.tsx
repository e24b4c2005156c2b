'use client';

import '@mantine/dates/styles.layer.css';
import { Button, Modal, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { dataOf, type JobResponse, jobsReschedule } from '@rota/client';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, faultsOf } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { useFocusBack } from '@/shell/dialogs/use-focus-back';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject } from '@/shell/project/project-context';
import { formatWholeInstant } from '@/shell/time/format';
import { instantInZone, wallClockOf } from '@/shell/time/wall-clock';
import { useZone } from '@/shell/time/zone';
import classes from '../enqueue/enqueue.module.css';

export function RescheduleDialog({ job, onClose }: { job: JobResponse; onClose: () => void }): ReactNode {
  useFocusBack();
  const { projectId } = useProject();
  const { zone } = useZone();
  const queryClient = useQueryClient();
  const [at, setAt] = useState<string | null>(() =>
    job.runAt === null ? null : wallClockOf(Date.parse(job.runAt), zone),
  );
  const [reason, setReason] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const [isCalendarOpen, setIsCalendarOpen] = useState(false);
  const faults = faultsOf(error);
  const instant = at === null ? undefined : instantInZone(at, zone);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (instant === undefined) return;
    setIsBusy(true);
    setError(undefined);
    try {
      const body = {
        runAt: new Date(instant).toISOString(),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      };
      await dataOf(jobsReschedule({ client: api, path: { projectId, jobId: job.id }, body }));
      notifyDone('The job is moved');
      void queryClient.invalidateQueries({ queryKey: [projectId] });
      onClose();
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
    }
  };
  return (
    // Esc closes the calendar first: the dialog would hear of it before.
    <Modal opened onClose={onClose} closeOnEscape={!isCalendarOpen} title="Move this job to another time" size={440}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <DateTimePicker
          className={classes.whole}
          label={`Run at, in ${zone}`}
          description={
            instant === undefined ? undefined : `${formatWholeInstant(instant, 'UTC')} UTC; in the past means now`
          }
          value={at}
          onChange={setAt}
          error={faults.get('/runAt')}
          valueFormat="DD MMM YYYY HH:mm:ss"
          withSeconds
          popoverProps={{ onOpen: () => setIsCalendarOpen(true) }}
          onDropdownClose={() => setIsCalendarOpen(false)}
          size="xs"
          data-autofocus
        />
        <TextInput
          className={classes.whole}
          label="Reason, kept in the audit log (optional)"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={faults.get('/reason')}
        />
        {error !== undefined && (
          <div className={classes.whole}>
            <ProblemNotice what="The job was not moved" error={error} fields={['/runAt', '/reason']} />
          </div>
        )}
        <div className={classes.buttons}>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={instant === undefined}>
            Move 1 job
          </Button>
        </div>
      </form>
    </Modal>
  );
}

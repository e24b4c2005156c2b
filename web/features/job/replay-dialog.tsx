'use client';

import { Button, JsonInput, Kbd, Modal, TextInput } from '@mantine/core';
import { dataOf, type JobResponse, jobsReplay } from '@rota/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, faultsOf } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { useFocusBack } from '@/shell/dialogs/use-focus-back';
import { parseExact, printExact } from '@/shell/json/exact-json';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { bodyWithPayload, faultOfText, faultsOfPayload } from '../enqueue/payload';
import classes from '../enqueue/enqueue.module.css';

interface ReplayDialogProps {
  readonly job: JobResponse;
  /** As the server wrote it. */
  readonly payloadText: string;
  readonly onClose: () => void;
}

/** Runs it again with another payload, as a new job that names this one. */
export function ReplayDialog({ job, payloadText, onClose }: ReplayDialogProps): ReactNode {
  useFocusBack();
  const { projectId } = useProject();
  const path = useProjectPath();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [payload, setPayload] = useState(() => printExact(parseExact(payloadText)));
  const [reason, setReason] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const fault = faultOfText(payload);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (fault !== undefined) return;
    setIsBusy(true);
    setError(undefined);
    try {
      const rest = reason.trim() === '' ? {} : { reason: reason.trim() };
      const running = await dataOf(
        jobsReplay({ client: api, path: { projectId, jobId: job.id }, ...bodyWithPayload(rest, payload) }),
      );
      notifyDone('It runs again as a new job');
      void queryClient.invalidateQueries({ queryKey: [projectId] });
      onClose();
      router.push(path(`jobs/${running.id}`));
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Replay with another payload" size={640}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <p className={classes.whole}>
          A new job of {job.handler} is made that names this one. This one keeps its history.
        </p>
        <JsonInput
          className={classes.whole}
          label="Payload"
          value={payload}
          onChange={setPayload}
          error={fault ?? faultsOfPayload(faultsOf(error))}
          autosize
          minRows={6}
          maxRows={22}
          size="xs"
          spellCheck={false}
          classNames={{ input: classes.payload }}
          data-autofocus
        />
        <TextInput
          className={classes.whole}
          label="Reason, kept in the audit log (optional)"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={faultsOf(error).get('/reason')}
        />
        {error !== undefined && (
          <div className={classes.whole}>
            <ProblemNotice what="Nothing was replayed" error={error} fields={['/payload', '/reason']} />
          </div>
        )}
        <div className={classes.buttons}>
          <Button onClick={onClose}>Not now</Button>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            disabled={fault !== undefined}
            rightSection={<Kbd>⌘↵</Kbd>}
          >
            Replay 1 job
          </Button>
        </div>
      </form>
    </Modal>
  );
}

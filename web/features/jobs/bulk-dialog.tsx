'use client';

import { Button, Modal, Progress as Bar } from '@mantine/core';
import type { JobSelectionRequest } from '@rota/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject } from '@/shell/project/project-context';
import { formatCount, shortId } from '@/shell/time/format';
import { dryRun, type Progress, runBulk, VERB_WORDS } from './bulk-commands';
import type { BulkVerb } from './bulk-possible';
import classes from './jobs.module.css';

/** What a dry run counts at most. */
const COUNT_CAP = 10_000;
/** From here on the count is typed. */
const TYPED_FROM = 20;

export interface BulkAsked {
  readonly verb: BulkVerb;
  readonly selection: JobSelectionRequest;
}

/** Dry run first: what matches, what would change. Then the reason, then progress with the failures listed, and Stop. */
export function BulkDialog({
  asked,
  onClose,
  onDone,
}: {
  asked: BulkAsked | undefined;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  /** There while a command runs or its outcome is shown. */
  const stop = useRef<AbortController>(undefined);
  const counted = useQuery({
    queryKey: [projectId, 'jobs', 'dry-run', asked],
    queryFn: () => (asked === undefined ? undefined : dryRun(asked.verb, projectId, asked.selection)),
    enabled: asked !== undefined && progress === undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const words = VERB_WORDS[asked?.verb ?? 'cancel'];
  // Counted are those that the command can change: of chosen ones the others are skipped.
  const will = counted.data?.matched;
  const matched = will === undefined ? undefined : (asked?.selection.ids?.length ?? will);
  const skipped = (matched ?? 0) - (will ?? 0);
  const count = will === undefined ? '…' : `${formatCount(will)}${will >= COUNT_CAP ? '+' : ''}`;

  const run = async (reason: string | undefined): Promise<void> => {
    if (asked === undefined) return;
    stop.current = new AbortController();
    const selection = reason === undefined ? asked.selection : { ...asked.selection, reason };
    setProgress({ done: 0, failed: 0, failures: [], isFinished: false });
    try {
      await runBulk(asked.verb, projectId, selection, {
        signal: stop.current.signal,
        onProgress: setProgress,
      });
    } catch (error) {
      stop.current = undefined;
      setProgress((before) =>
        before === undefined || before.done === 0 ? undefined : { ...before, isFinished: true },
      );
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: [projectId] });
    }
  };
  const close = (): void => {
    if (progress !== undefined) onDone();
    stop.current = undefined;
    setProgress(undefined);
    onClose();
  };
  if (asked !== undefined && progress !== undefined) {
    return (
      <BulkProgress
        title={`${words.act} ${count} jobs`}
        done={words.done}
        total={will}
        progress={progress}
        onStop={() => stop.current?.abort()}
        onClose={close}
      />
    );
  }
  return (
    <ReasonDialog
      isOpen={asked !== undefined}
      onClose={() => stop.current === undefined && onClose()}
      title={`${words.act} ${count} ${will === 1 ? 'job' : 'jobs'}?`}
      act={`${words.act} ${count}`}
      keep="Keep them"
      isDangerous={asked?.verb === 'cancel'}
      reason={asked?.verb === 'cancel' ? 'required' : 'optional'}
      typed={will !== undefined && will >= TYPED_FROM ? String(will) : undefined}
      isDisabled={will === undefined || will === 0}
      onConfirm={run}
    >
      <p>{words.meaning}</p>
      {counted.error === null ? (
        <dl className={classes.dryRun}>
          <div>
            <dt>Match now</dt>
            <dd>{matched === undefined ? '…' : `${formatCount(matched)}${matched >= COUNT_CAP ? '+' : ''}`}</dd>
          </div>
          <div>
            <dt>
              <strong>Will be {words.done}</strong>
            </dt>
            <dd>
              <strong>{count}</strong>
            </dd>
          </div>
          {skipped > 0 && (
            <div>
              <dt>Skipped: not possible in the state they are in</dt>
              <dd>{formatCount(skipped)}</dd>
            </div>
          )}
        </dl>
      ) : (
        <ProblemNotice
          what="The jobs could not be counted"
          error={counted.error}
          onRetry={() => void counted.refetch()}
        />
      )}
    </ReasonDialog>
  );
}

interface BulkProgressProps {
  readonly title: string;
  readonly done: string;
  readonly total: number | undefined;
  readonly progress: Progress;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

function BulkProgress({ title, done, total, progress, onStop, onClose }: BulkProgressProps): ReactNode {
  const share = progress.isFinished
    ? 100
    : total === undefined || total === 0
      ? 0
      : ((progress.done + progress.failed) / total) * 100;
  return (
    <Modal
      opened
      onClose={progress.isFinished ? onClose : () => undefined}
      title={title}
      size={480}
      withCloseButton={progress.isFinished}
    >
      <div className={classes.progress} aria-live="polite">
        <Bar value={share} aria-label="Progress" />
        <p>
          <strong>{formatCount(progress.done)}</strong> {done}
          {progress.failed > 0 && <span className={classes.bad}> · {formatCount(progress.failed)} not</span>}
        </p>
        {progress.failures.length > 0 && (
          <ul className={classes.failures}>
            {progress.failures.map(({ id, detail }) => (
              <li key={id}>
                <code>{shortId(id)}</code> {detail}
              </li>
            ))}
          </ul>
        )}
        <div className={classes.progressButtons}>
          {progress.isFinished ? (
            <Button variant="filled" onClick={onClose} data-autofocus>
              Done
            </Button>
          ) : (
            <Button onClick={onStop}>Stop</Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

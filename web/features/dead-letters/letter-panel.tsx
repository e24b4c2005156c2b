'use client';

import { Button, CopyButton } from '@mantine/core';
import {
  dataOf,
  type DeadLetterSummaryResponse,
  deadLettersDiscard,
  deadLettersReplay,
  jobsReplay,
} from '@rota/client';
import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { bodyWithPayload, faultsOfPayload } from '@/features/enqueue/payload';
import { api, faultsOf } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { type ExactJson, printExact } from '@/shell/json/exact-json';
import { JsonField, jsonFault } from '@/shell/json/json-field';
import { JsonView } from '@/shell/json/json-view';
import { isMissing, SkeletonRows } from '@/shell/list/list-states';
import { BlockHead } from '@/shell/page/page';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { SidePanel } from '@/shell/page/side-panel';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { shortId } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import classes from './dead-letters.module.css';
import { errorNameOf, messageOf, REASON_WORDS } from './letters';
import { useLetter } from './use-letters';

const WIDTH = 500;

export function LetterPanel({ letterId, onClose }: { letterId: string; onClose: () => void }): ReactNode {
  const { data, error, refetch } = useLetter(letterId);
  if (data !== undefined) return <Loaded letter={data.letter} payload={data.payload} onClose={onClose} />;
  const isGone = isMissing(error);
  return (
    <SidePanel title="Dead letter" label="Dead letter" onClose={onClose} width={WIDTH}>
      {error === null && <SkeletonRows height={42} count={6} />}
      {isGone && <p className={classes.dim}>There is no such letter in this project any more.</p>}
      {error !== null && !isGone && (
        <ProblemNotice what="The letter could not be read" error={error} onRetry={() => void refetch()} />
      )}
    </SidePanel>
  );
}

interface LoadedProps {
  readonly letter: DeadLetterSummaryResponse;
  readonly payload: ExactJson | undefined;
  readonly onClose: () => void;
}

function Loaded({ letter, payload, onClose }: LoadedProps): ReactNode {
  const { can } = useProject();
  const path = useProjectPath();
  const isActing = can('dead-letters:manage') && letter.state === 'open';
  return (
    <SidePanel
      title={`${letter.handler} ${shortId(letter.jobId)}`}
      label={`Dead letter of job ${letter.jobId}`}
      onClose={onClose}
      width={WIDTH}
      actions={
        <Button component={Link} className={classes.plain} href={path(`jobs/${letter.jobId}`)} prefetch={false}>
          Open job
        </Button>
      }
    >
      <dl className={classes.facts}>
        <Fact name="State">
          {letter.state}
          {letter.replayedAt !== null && (
            <>
              {' '}
              at <Instant at={letter.replayedAt} />
            </>
          )}
          {letter.discardedAt !== null && (
            <>
              {' '}
              at <Instant at={letter.discardedAt} />
            </>
          )}
        </Fact>
        <Fact name="Died">
          <Instant at={letter.createdAt} />, {REASON_WORDS[letter.reason]}
        </Fact>
        <Fact name="Attempts">
          {letter.attempt}
          {letter.leaseLosses > 0 && `, ${letter.leaseLosses} leases lost`}
        </Fact>
        <Fact name="Replayed before">{letter.replayCount === 0 ? 'never' : `${letter.replayCount} times`}</Fact>
        <Fact name="Queue">{letter.queue ?? 'deleted queue'}</Fact>
        <Fact name="Enqueued">
          <Instant at={letter.jobCreatedAt} />
        </Fact>
        {letter.scheduleId !== null && (
          <Fact name="Schedule">
            <Link href={path(`schedules/${letter.scheduleId}`)} prefetch={false}>
              {shortId(letter.scheduleId)}
            </Link>
          </Fact>
        )}
      </dl>
      <ErrorBlock letter={letter} />
      {isActing ? (
        <Acting letter={letter} payload={payload} />
      ) : (
        payload !== undefined && (
          <section>
            <BlockHead title="Payload" />
            <JsonView json={payload} label="Payload" />
          </section>
        )
      )}
    </SidePanel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ErrorBlock({ letter }: { letter: DeadLetterSummaryResponse }): ReactNode {
  const stack = letter.error?.stack;
  const message = messageOf(letter);
  const rest = stack?.replace(`${letter.error?.name}: ${message}`, '').replace(/^\s*\n/, '');
  return (
    <section>
      <BlockHead title="Last error">
        <CopyButton value={stack ?? message}>
          {({ copied, copy }) => (
            <button type="button" className={classes.linkButton} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </button>
          )}
        </CopyButton>
      </BlockHead>
      <pre className={classes.stack} tabIndex={0} aria-label="Last error">
        <strong>
          {errorNameOf(letter)}: {message}
        </strong>
        {rest !== undefined && rest !== '' && `\n${rest}`}
      </pre>
    </section>
  );
}

/** Replays as it was, or with another payload as a new job; or closes it. */
function Acting({ letter, payload }: Omit<LoadedProps, 'onClose'>): ReactNode {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const original = payload === undefined ? '{}' : printExact(payload);
  const [text, setText] = useState(original);
  const [asked, setAsked] = useState<'replay' | 'discard'>();
  const [error, setError] = useState<unknown>();
  const isEdited = text !== original;
  const target = { projectId, deadLetterId: letter.id };
  const act = async (reason: string | undefined): Promise<void> => {
    const body = reason === undefined ? {} : { reason };
    setError(undefined);
    try {
      if (asked === 'discard') await dataOf(deadLettersDiscard({ client: api, path: target, body }));
      else if (isEdited)
        await dataOf(
          jobsReplay({ client: api, path: { projectId, jobId: letter.jobId }, ...bodyWithPayload(body, text) }),
        );
      else await dataOf(deadLettersReplay({ client: api, path: target, body }));
    } catch (thrown) {
      setError(thrown);
      throw thrown;
    }
    notifyDone(
      asked === 'discard'
        ? 'The letter is closed'
        : isEdited
          ? 'A new job runs with the edited payload'
          : 'The job is back in its queue',
    );
    await queryClient.invalidateQueries({ queryKey: [projectId, 'dead-letters'] });
  };
  return (
    <section className={classes.acting}>
      <BlockHead title="Payload" remark={isEdited ? 'edited' : 'edit it to replay with another one'} />
      <JsonField
        label="JSON of the payload"
        value={text}
        onChange={setText}
        fault={faultsOfPayload(faultsOf(error))}
        minRows={5}
      />
      <div className={classes.buttons}>
        <Button variant="filled" onClick={() => setAsked('replay')} disabled={jsonFault(text) !== undefined}>
          {isEdited ? 'Replay with edits…' : 'Replay…'}
        </Button>
        {isEdited && <Button onClick={() => setText(original)}>Revert</Button>}
        <span className={classes.grow} />
        <Button onClick={() => setAsked('discard')}>Discard…</Button>
      </div>
      <ReasonDialog
        isOpen={asked === 'replay'}
        onClose={() => setAsked(undefined)}
        title={isEdited ? 'Run 1 new job with the edited payload?' : 'Replay 1 dead letter?'}
        act={isEdited ? 'Run 1 job' : 'Replay 1'}
        keep="Keep it"
        isDangerous={false}
        reason="optional"
        onConfirm={act}
      >
        <p>
          {isEdited
            ? 'A new job is made that says what it replaces. This letter stays open: discard it when the new job is done.'
            : 'The same job goes back to its queue, from the first attempt. History is kept.'}
        </p>
      </ReasonDialog>
      <ReasonDialog
        isOpen={asked === 'discard'}
        onClose={() => setAsked(undefined)}
        title="Discard 1 dead letter?"
        act="Discard 1"
        keep="Keep it"
        onConfirm={act}
      >
        <p>The letter is closed; its job stays a dead letter, and nothing runs. It cannot be undone.</p>
      </ReasonDialog>
    </section>
  );
}

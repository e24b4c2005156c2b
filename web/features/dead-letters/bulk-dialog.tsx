'use client';

import { Select } from '@mantine/core';
import { dataOf, deadLettersDiscardMany, deadLettersReplayMany } from '@rota/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { SkeletonRows } from '@/shell/list/list-states';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject } from '@/shell/project/project-context';
import { formatCount, formatWhole } from '@/shell/time/format';
import { type LetterTarget, type LetterVerb, startRun } from './bulk-runs';
import classes from './dead-letters.module.css';

export interface BulkOrder {
  readonly verb: LetterVerb;
  readonly target: LetterTarget;
  /** "503 Service Unavailable", "all in webhooks". */
  readonly title: string;
  /** Where the jobs go. */
  readonly queue: string | undefined;
}

const RATES = [
  { value: '0', label: 'as fast as it goes' },
  { value: '100', label: '100 per second' },
  { value: '50', label: '50 per second' },
  { value: '10', label: '10 per second' },
  { value: '1', label: '1 per second' },
];
/** From so many on the count has to be typed. */
const TYPED_FROM = 10;

/** Counts first, then says what would happen, then asks for the reason. */
export function BulkDialog({ order, onClose }: { order: BulkOrder | undefined; onClose: () => void }): ReactNode {
  return order === undefined ? null : <Asked order={order} onClose={onClose} />;
}

function Asked({ order, onClose }: { order: BulkOrder; onClose: () => void }): ReactNode {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const [rate, setRate] = useState('50');
  const { verb, target, title, queue } = order;
  const dry = useQuery({
    queryKey: [projectId, 'dead-letters', 'dry-run', order],
    queryFn: () =>
      dataOf(
        (verb === 'replay' ? deadLettersReplayMany : deadLettersDiscardMany)({
          client: api,
          path: { projectId },
          body: { ...bodyOf(target), dryRun: true },
        }),
      ),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const isReplay = verb === 'replay';
  const matched = dry.data?.matched ?? 0;
  const skipped = isReplay ? (dry.data?.failed ?? 0) : 0;
  const count = matched - skipped;
  const isMore = dry.data?.hasMore === true;
  const shown = `${formatCount(count)}${isMore ? '+' : ''}`;
  const act = isReplay ? 'Replay' : 'Discard';
  const perSecond = rate === '0' ? undefined : Number(rate);
  const confirm = async (reason: string | undefined): Promise<void> => {
    const onEnd = (): void => void queryClient.invalidateQueries({ queryKey: [projectId, 'dead-letters'] });
    startRun({
      projectId,
      verb,
      title,
      target,
      total: matched,
      reason,
      perSecond: isReplay ? perSecond : undefined,
      onEnd,
    });
  };
  return (
    <ReasonDialog
      isOpen
      onClose={onClose}
      title={
        dry.data === undefined
          ? `${act} dead letters?`
          : `${act} ${skipped > 0 ? `${shown} of ${formatCount(matched)}` : shown} dead letter${count === 1 ? '' : 's'}?`
      }
      act={`${act} ${dry.data === undefined ? '' : shown}`.trim()}
      keep="Keep them"
      isDangerous={!isReplay}
      isDisabled={dry.data === undefined || count === 0}
      typed={count >= TYPED_FROM ? String(count) : undefined}
      onConfirm={confirm}
    >
      <p className={classes.meaning}>
        {isReplay ? (
          <>
            Each goes back to {queue === undefined ? 'its queue' : <strong>{queue}</strong>} as the same job, from the
            first attempt. History is kept.
          </>
        ) : (
          'The letters are closed; their jobs stay dead letters, and nothing runs. It cannot be undone.'
        )}
      </p>
      {dry.error !== null && (
        <ProblemNotice what="They could not be counted" error={dry.error} onRetry={() => void dry.refetch()} />
      )}
      {dry.data === undefined && dry.error === null && <SkeletonRows height={30} count={2} />}
      {dry.data !== undefined && (
        <table className={classes.counts}>
          <tbody>
            <Count label={`Match now: ${title}`} count={matched} isMore={isMore} />
            <Count label={isReplay ? 'Will be replayed' : 'Will be discarded'} count={count} isMore={isMore} isMain />
            {skipped > 0 && <Count label="Cannot be replayed: they will be listed" count={skipped} />}
          </tbody>
        </table>
      )}
      {isReplay && count > 1 && (
        <Select
          label="Rate"
          data={RATES}
          value={rate}
          onChange={(value) => setRate(value ?? '50')}
          allowDeselect={false}
          size="xs"
          description={
            perSecond === undefined ? undefined : `takes about ${formatWhole(Math.ceil(count / perSecond) * 1_000)}`
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      )}
    </ReasonDialog>
  );
}

function bodyOf(target: LetterTarget) {
  if ('ids' in target) return { ids: [...target.ids] };
  const { state: _, ...filter } = target.filter;
  return { filter };
}

function Count({
  label,
  count,
  isMore = false,
  isMain = false,
}: {
  label: string;
  count: number;
  isMore?: boolean;
  isMain?: boolean;
}): ReactNode {
  return (
    <tr data-main={isMain || undefined}>
      <th scope="row" title={label}>
        {label}
      </th>
      <td>
        {formatCount(count)}
        {isMore && '+'}
      </td>
    </tr>
  );
}

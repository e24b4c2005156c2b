'use client';

import { ActionIcon, Button, Checkbox, Tooltip } from '@mantine/core';
import type { JobStatus } from '@rota/client';
import { IconArrowBackUp, IconBan, IconRotateClockwise, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type BulkVerb, whyNot } from './bulk-possible';
import classes from './jobs.module.css';

interface SelectionBarProps {
  readonly count: number;
  readonly isAllMatching: boolean;
  readonly hasMore: boolean;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  /** How the selected ones stand, as far as that is known. */
  readonly statuses: readonly (JobStatus | undefined)[];
  readonly onAsk: (verb: BulkVerb) => void;
}

const COMMANDS = [
  { verb: 'retry', label: 'Retry now…', Icon: IconRotateClockwise },
  { verb: 'replay', label: 'Replay…', Icon: IconArrowBackUp },
  { verb: 'cancel', label: 'Cancel…', Icon: IconBan },
] as const;

/** Stands over the head of the table while rows are marked. */
export function SelectionBar({
  count,
  isAllMatching,
  hasMore,
  onSelectAll,
  onClear,
  statuses,
  onAsk,
}: SelectionBarProps): ReactNode {
  return (
    <div className={classes.selection} role="region" aria-label="Selection">
      <Checkbox indeterminate checked={false} onChange={onClear} aria-label="Clear the selection" />
      <strong>{isAllMatching ? 'All that match are selected' : `${count} on this page selected`}</strong>
      {!isAllMatching && hasMore && (
        <button type="button" className={classes.selectAll} onClick={onSelectAll}>
          Select all that match
        </button>
      )}
      <span className={classes.selectionEnd}>
        {COMMANDS.map(({ verb, label, Icon }) => {
          const fault = whyNot(verb, statuses);
          return (
            // A button that cannot be pressed stays within reach, so that it can say why.
            <Tooltip key={verb} label={fault} disabled={fault === undefined} multiline maw={320}>
              <Button
                leftSection={<Icon size={14} />}
                onClick={() => fault === undefined && onAsk(verb)}
                data-disabled={fault !== undefined || undefined}
                aria-disabled={fault !== undefined || undefined}
                aria-description={fault}
              >
                {label}
              </Button>
            </Tooltip>
          );
        })}
        <ActionIcon onClick={onClear} aria-label="Clear the selection">
          <IconX size={15} />
        </ActionIcon>
      </span>
    </div>
  );
}

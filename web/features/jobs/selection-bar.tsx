'use client';

import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconRotateClockwise, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { BulkVerb } from './bulk-commands';
import classes from './jobs.module.css';

interface SelectionBarProps {
  readonly count: number;
  readonly isAllMatching: boolean;
  readonly hasMore: boolean;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onAsk: (verb: BulkVerb) => void;
}

/** Stands over the head of the table while rows are marked. */
export function SelectionBar({
  count,
  isAllMatching,
  hasMore,
  onSelectAll,
  onClear,
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
        <Button leftSection={<IconRotateClockwise size={14} />} onClick={() => onAsk('retry')}>
          Retry now…
        </Button>
        <Button leftSection={<IconArrowBackUp size={14} />} onClick={() => onAsk('replay')}>
          Replay…
        </Button>
        <Button leftSection={<IconBan size={14} />} onClick={() => onAsk('cancel')}>
          Cancel…
        </Button>
        <ActionIcon onClick={onClear} aria-label="Clear the selection">
          <IconX size={15} />
        </ActionIcon>
      </span>
    </div>
  );
}

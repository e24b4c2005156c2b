'use client';

import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';

/** The line of chips over a list; what the list says about itself stands at its right. */
export function FilterBar({ children, remark }: { children: ReactNode; remark?: ReactNode }): ReactNode {
  return (
    <div className={classes.bar}>
      <div className={classes.chips}>{children}</div>
      <div className={classes.remark}>{remark}</div>
    </div>
  );
}

interface FilterChipProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly onEdit?: () => void;
  readonly onRemove: () => void;
}

export function FilterChip({ name, value, onEdit, onRemove }: FilterChipProps): ReactNode {
  return (
    <span className={classes.chip}>
      <button type="button" onClick={onEdit} disabled={onEdit === undefined}>
        <span>{name}</span> <strong>{value}</strong>
      </button>
      <button type="button" onClick={onRemove} aria-label={`Remove filter ${name}`}>
        <IconX size={13} stroke={1.8} />
      </button>
    </span>
  );
}

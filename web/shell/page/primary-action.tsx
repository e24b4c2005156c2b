'use client';

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './primary-action.module.css';

interface PrimaryActionProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly onClick: () => void;
  /** `plain` where the page has no filled button. */
  readonly look?: 'filled' | 'plain';
}

/** What a page is asked to do most; on a phone its icon alone, so that the title keeps its place. */
export function PrimaryAction({ icon, label, onClick, look = 'filled' }: PrimaryActionProps): ReactNode {
  return (
    <Button
      variant={look === 'filled' ? 'filled' : 'default'}
      onClick={onClick}
      aria-label={label}
      className={classes.action}
    >
      {icon}
      <span className={classes.label}>{label}</span>
    </Button>
  );
}

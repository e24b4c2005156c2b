'use client';

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './primary-action.module.css';

interface PrimaryActionProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly onClick: () => void;
}

/** The one filled button of a page; on a phone its icon alone, so that the title keeps its place. */
export function PrimaryAction({ icon, label, onClick }: PrimaryActionProps): ReactNode {
  return (
    <Button variant="filled" onClick={onClick} aria-label={label} className={classes.action}>
      {icon}
      <span className={classes.label}>{label}</span>
    </Button>
  );
}

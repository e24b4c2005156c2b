'use client';

import { Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './keyboard.module.css';

const NAMES: Record<string, string> = { mod: '⌘', shift: '⇧', Enter: '↵', Escape: 'Esc' };

export function Keys({ keys }: { keys: string }): ReactNode {
  return (
    <span className={classes.keys}>
      {keys.split(/[ +]/).map((key, index) => (
        <Kbd key={index}>{NAMES[key] ?? key.toUpperCase()}</Kbd>
      ))}
    </span>
  );
}

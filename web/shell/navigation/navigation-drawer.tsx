'use client';

import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './navigation.module.css';

interface NavigationDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function NavigationDrawer({ isOpen, onClose, children }: NavigationDrawerProps): ReactNode {
  return (
    <Drawer opened={isOpen} onClose={onClose} size={260} padding={0} withCloseButton={false} title={undefined}>
      <nav className={classes.drawer} aria-label="Pages">
        {children}
      </nav>
    </Drawer>
  );
}

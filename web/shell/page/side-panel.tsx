'use client';

import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useShortcuts } from '../keyboard/shortcuts';
import classes from './side-panel.module.css';

interface SidePanelProps {
  readonly title: ReactNode;
  readonly label: string;
  readonly actions?: ReactNode;
  readonly onClose?: () => void;
  readonly width?: number;
  /** Leaves the page below 1100 px instead of covering it: for what only adds to the page. */
  readonly isExtra?: boolean;
  /** Stays at the lower edge. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** To the right of a list behind one hairline; below 1100 px it covers the page. Esc closes it. */
export function SidePanel(props: SidePanelProps): ReactNode {
  const { title, label, actions, onClose, width = 424, isExtra = false, foot, children } = props;
  useShortcuts(
    onClose === undefined ? [] : [{ keys: 'Escape', label: 'Close the panel', group: 'List', run: onClose }],
  );
  return (
    <aside
      className={classes.panel}
      style={{ '--panel-width': `${width}px` } as CSSProperties}
      data-extra={isExtra || undefined}
      aria-label={label}
    >
      <div className={classes.head}>
        <h2 title={typeof title === 'string' ? title : undefined}>{title}</h2>
        {actions}
        {onClose !== undefined && (
          <ActionIcon onClick={onClose} aria-label="Close">
            <IconX size={17} stroke={1.8} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.body}>{children}</div>
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </aside>
  );
}

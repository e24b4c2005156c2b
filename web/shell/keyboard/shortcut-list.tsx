'use client';

import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Keys } from './keys';
import type { Shortcut } from './shortcuts';
import classes from './keyboard.module.css';

interface ShortcutListProps {
  readonly list: readonly Shortcut[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ShortcutList({ list, isOpen, onClose }: ShortcutListProps): ReactNode {
  const groups = Map.groupBy(list, ({ group }) => group);
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard" size="lg">
      <div className={classes.groups} tabIndex={-1} data-autofocus>
        {[...groups].map(([name, shortcuts]) => (
          <Group key={name} name={name} shortcuts={shortcuts} />
        ))}
      </div>
    </Modal>
  );
}

function Group({ name, shortcuts }: { name: string; shortcuts: readonly Shortcut[] }): ReactNode {
  return (
    <section>
      <h3>{name}</h3>
      <dl className={classes.list}>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

'use client';

import { Kbd, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Shortcut, useShortcutList, useShortcuts } from './shortcuts';
import classes from './shortcut-help.module.css';

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

/** `?` shows every key that works here. */
export function ShortcutHelp(): ReactNode {
  const [list, setList] = useState<readonly Shortcut[]>();
  const read = useShortcutList();
  useShortcuts([{ keys: '?', label: 'Show this list', group: 'Everywhere', run: () => setList(read()) }]);
  const groups = Map.groupBy(list ?? [], ({ group }) => group);
  return (
    <Modal opened={list !== undefined} onClose={() => setList(undefined)} title="Keyboard" size="lg">
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

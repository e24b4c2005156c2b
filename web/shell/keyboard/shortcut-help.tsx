'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { type Shortcut, useShortcutList, useShortcuts } from './shortcuts';

const ShortcutList = dynamic(async () => (await import('./shortcut-list')).ShortcutList, { ssr: false });

/** `?` shows every key that works here. */
export function ShortcutHelp(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [list, setList] = useState<readonly Shortcut[]>();
  const read = useShortcutList();
  const show = (): void => {
    setIsOpen(true);
    setList(read());
  };
  useShortcuts([{ keys: '?', label: 'Show this list', group: 'Everywhere', run: show }]);
  return list !== undefined && <ShortcutList list={list} isOpen={isOpen} onClose={() => setIsOpen(false)} />;
}

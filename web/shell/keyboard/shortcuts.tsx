'use client';

import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useRef } from 'react';

export interface Shortcut {
  /** `j`, `shift+x`, `mod+Enter`, or two in a row: `g j`. */
  readonly keys: string;
  readonly label: string;
  readonly group: string;
  readonly run: () => void;
}

interface Registry {
  readonly add: (shortcuts: readonly Shortcut[]) => () => void;
  readonly list: () => readonly Shortcut[];
}

const ShortcutContext = createContext<Registry | undefined>(undefined);
const SEQUENCE_MS = 900;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
    (target as HTMLInputElement).type !== 'checkbox'
  );
}

/** ↵ on something that can be pressed presses it. */
const isPressing = ({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' &&
  !ctrlKey &&
  !metaKey &&
  target instanceof HTMLElement &&
  target.closest('a, button, [role="menuitem"]') !== null;

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isLetter = /^[a-z]$/.test(key);
  return `${event.metaKey || event.ctrlKey ? 'mod+' : ''}${event.shiftKey && isLetter ? 'shift+' : ''}${key}`;
}

/** One listener for all shortcuts. Letters are off while a field has the focus or a dialog is open. */
export function ShortcutProvider({ children }: { children: ReactNode }): ReactNode {
  const sets = useRef<(readonly Shortcut[])[]>([]);
  const registry = useMemo<Registry>(
    () => ({
      add: (shortcuts) => {
        sets.current = [...sets.current, shortcuts];
        return () => {
          sets.current = sets.current.filter((set) => set !== shortcuts);
        };
      },
      list: () => sets.current.flat(),
    }),
    [],
  );
  useLayoutEffect(() => {
    let prefix: { key: string; atMs: number } | undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || isPressing(event)) return;
      const name = nameOf(event);
      const hasModifier = name.startsWith('mod+');
      if (!hasModifier && (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null)) return;
      const before = prefix !== undefined && event.timeStamp - prefix.atMs < SEQUENCE_MS ? `${prefix.key} ` : '';
      prefix = undefined;
      const all = registry.list();
      const found = all.findLast(({ keys }) => keys === before + name) ?? all.findLast(({ keys }) => keys === name);
      if (found !== undefined) {
        event.preventDefault();
        found.run();
      } else if (all.some(({ keys }) => keys.startsWith(`${name} `))) {
        prefix = { key: name, atMs: event.timeStamp };
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [registry]);
  return <ShortcutContext value={registry}>{children}</ShortcutContext>;
}

function useRegistry(): Registry {
  const registry = use(ShortcutContext);
  if (registry === undefined) throw new Error('shortcuts outside of ShortcutProvider');
  return registry;
}

/**
 * While the component is mounted these keys work; what was added last wins. Effects of layout: others come some time after what they belong to can be
 * seen, and a key pressed in between would do nothing.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useRegistry();
  const latest = useRef(shortcuts);
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  const signature = shortcuts.map(({ keys, label, group }) => `${keys}\t${label}\t${group}`).join('\n');
  useLayoutEffect(() => {
    const stable = signature
      .split('\n')
      .filter((line) => line !== '')
      .map((line, index): Shortcut => {
        const [keys = '', label = '', group = ''] = line.split('\t');
        return { keys, label, group, run: () => latest.current[index]?.run() };
      });
    return registry.add(stable);
  }, [registry, signature]);
}

/** Reads all that work on this page. */
export function useShortcutList(): () => readonly Shortcut[] {
  return useRegistry().list;
}

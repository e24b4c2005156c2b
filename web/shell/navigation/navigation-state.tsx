'use client';

import { useMediaQuery } from '@mantine/hooks';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { useShortcuts } from '../keyboard/shortcuts';

const STORED = 'rota.navigation';
const NARROW = '(max-width: 1100px)';

interface NavigationState {
  readonly isCollapsed: boolean;
  readonly toggle: () => void;
  readonly isDrawerOpen: boolean;
  readonly openDrawer: () => void;
  readonly closeDrawer: () => void;
}

const NavigationContext = createContext<NavigationState | undefined>(undefined);

export function NavigationProvider({ children }: { children: ReactNode }): ReactNode {
  const [isStoredCollapsed, setIsStoredCollapsed] = useState(() => localStorage.getItem(STORED) === 'collapsed');
  // Where there is little room it is folded until somebody wants it, and that is not remembered.
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [isWanted, setIsWanted] = useState(false);
  const isCollapsed = isNarrow ? !isWanted : isStoredCollapsed;
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const toggle = useCallback(() => {
    if (isNarrow) return setIsWanted((before) => !before);
    setIsStoredCollapsed((before) => {
      localStorage.setItem(STORED, before ? 'open' : 'collapsed');
      return !before;
    });
  }, [isNarrow]);
  useShortcuts([{ keys: '[', label: 'Fold the navigation', group: 'Everywhere', run: toggle }]);
  const openDrawer = useCallback(() => setIsDrawerOpen(true), []);
  const closeDrawer = useCallback(() => setIsDrawerOpen(false), []);
  const value = useMemo(
    () => ({ isCollapsed, toggle, isDrawerOpen, openDrawer, closeDrawer }),
    [isCollapsed, toggle, isDrawerOpen, openDrawer, closeDrawer],
  );
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

export function useNavigation(): NavigationState {
  const navigation = use(NavigationContext);
  if (navigation === undefined) throw new Error('useNavigation outside of NavigationProvider');
  return navigation;
}

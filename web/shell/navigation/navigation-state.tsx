'use client';

import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { useShortcuts } from '../keyboard/shortcuts';

const STORED = 'rota.navigation';

interface NavigationState {
  readonly isCollapsed: boolean;
  readonly toggle: () => void;
  readonly isDrawerOpen: boolean;
  readonly openDrawer: () => void;
  readonly closeDrawer: () => void;
}

const NavigationContext = createContext<NavigationState | undefined>(undefined);

export function NavigationProvider({ children }: { children: ReactNode }): ReactNode {
  const [isCollapsed, setIsCollapsed] = useState(() => localStorage.getItem(STORED) === 'collapsed');
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const toggle = useCallback(() => {
    setIsCollapsed((before) => {
      localStorage.setItem(STORED, before ? 'open' : 'collapsed');
      return !before;
    });
  }, []);
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

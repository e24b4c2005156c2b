'use client';

import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';

const STORED = 'rota.zone';

interface ZoneChoice {
  /** IANA name that every instant is shown in. */
  readonly zone: string;
  readonly isUtc: boolean;
  readonly toggle: () => void;
}

const ZoneContext = createContext<ZoneChoice | undefined>(undefined);

/** IANA name of the zone of this browser. */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Which zone instants are shown in: the viewer's own, or UTC. Lives below what is rendered in the browser only. */
export function ZoneProvider({ children }: { children: ReactNode }): ReactNode {
  const [isUtc, setIsUtc] = useState(() => localStorage.getItem(STORED) === 'utc');
  const toggle = useCallback(() => {
    setIsUtc((before) => {
      localStorage.setItem(STORED, before ? 'mine' : 'utc');
      return !before;
    });
  }, []);
  const value = useMemo(() => ({ zone: isUtc ? 'UTC' : viewerZone(), isUtc, toggle }), [isUtc, toggle]);
  return <ZoneContext value={value}>{children}</ZoneContext>;
}

export function useZone(): ZoneChoice {
  const zone = use(ZoneContext);
  if (zone === undefined) throw new Error('useZone outside of ZoneProvider');
  return zone;
}

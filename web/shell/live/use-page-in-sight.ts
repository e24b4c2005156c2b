'use client';

import { useEffect, useState } from 'react';

/** Who comes back at once finds everything as it was. */
const LEAVE_AFTER_MS = 5_000;

/** Does anybody see this tab, or did a moment ago? */
export function usePageInSight(): boolean {
  const [isInSight, setIsInSight] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setIsInSight(true);
      else timer = setTimeout(() => setIsInSight(false), LEAVE_AFTER_MS);
    };
    document.addEventListener('visibilitychange', note);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', note);
    };
  }, []);
  return isInSight;
}

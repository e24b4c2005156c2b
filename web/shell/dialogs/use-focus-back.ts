'use client';

import { useEffect, useState } from 'react';

/**
 * For a dialog that is there only while it is open: who closes it goes on where it was asked for. Mantine gives the focus back only
 * after a dialog that was there, closed, before it opened.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

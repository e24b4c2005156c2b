'use client';

import { useSyncExternalStore } from 'react';

const STEPS = [900, 1100, 1300, 1600] as const;
/** Of a window in pixels: from here on a column is shown. */
export type WindowStep = (typeof STEPS)[number];

const narrower = (step: WindowStep): MediaQueryList => window.matchMedia(`(max-width: ${step}px)`);

function subscribe(listener: () => void): () => void {
  const media = STEPS.map(narrower);
  for (const query of media) query.addEventListener('change', listener);
  return () => media.forEach((query) => query.removeEventListener('change', listener));
}

/** The widest step that the window has passed, as the style sheet of tables sees it; 0 before the first. */
export function useWindowStep(): WindowStep | 0 {
  return useSyncExternalStore(
    subscribe,
    () => STEPS.findLast((step) => !narrower(step).matches) ?? 0,
    () => 0,
  );
}

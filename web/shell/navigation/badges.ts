'use client';

import { useStats } from '../api/use-stats';
import { formatCapped } from '../time/format';

export type Badges = Readonly<Record<string, { readonly text: string; readonly isTrouble: boolean } | undefined>>;

/** Figures beside the names of pages: only those that an operator has to know of on every page. */
export function useBadges(): Badges {
  const { data } = useStats(60);
  if (data === undefined) return {};
  const { deadLettersOpen } = data;
  return {
    'dead-letters': deadLettersOpen.count > 0 ? { text: formatCapped(deadLettersOpen), isTrouble: true } : undefined,
    workers: data.slots === 0 ? { text: 'none', isTrouble: true } : undefined,
  };
}

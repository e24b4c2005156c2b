'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useEffect, useState } from 'react';
import { useShortcuts } from '../keyboard/shortcuts';
import { onPaletteAsked, openPalette } from './palette-state';

const Palette = dynamic(async () => (await import('./palette')).Palette, { ssr: false });

/** Keeps the palette out of the first load: it comes with the first ⌘K. */
export function PaletteLoader(): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => onPaletteAsked(() => setIsAsked(true)), []);
  useShortcuts([{ keys: 'mod+k', label: 'Search or jump to', group: 'Everywhere', run: openPalette }]);
  return isAsked ? <Palette /> : null;
}

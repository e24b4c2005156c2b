'use client';

import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '@/features/settings/section';
import settings from '@/features/settings/settings.module.css';
import { zoneCity } from '@/shell/time/format';
import { useZone, viewerZone } from '@/shell/time/zone';

const SCHEMES = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Kept in this browser. */
export function Appearance(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { isUtc, toggle } = useZone();
  const mine = zoneCity(viewerZone());
  return (
    <Section title="Appearance" description="Kept in this browser.">
      <dl className={settings.facts}>
        <div>
          <dt>Theme</dt>
          <dd>
            <SegmentedControl
              aria-label="Theme"
              data={SCHEMES}
              value={colorScheme}
              onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
            />
          </dd>
        </div>
        <div>
          <dt>Times in</dt>
          <dd>
            <SegmentedControl
              aria-label="Times in"
              data={[
                { value: 'mine', label: `My zone, ${mine}` },
                { value: 'utc', label: 'UTC' },
              ]}
              value={isUtc ? 'utc' : 'mine'}
              onChange={(value) => (value === 'utc') !== isUtc && toggle()}
            />
          </dd>
        </div>
      </dl>
    </Section>
  );
}

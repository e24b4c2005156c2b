'use client';

import { ActionIcon, Kbd, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMenu2, IconMoon, IconSearch, IconSnowflake, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLiveState } from '../live/live';
import { useNavigation } from '../navigation/navigation-state';
import { openPalette } from '../palette/palette-state';
import { formatInstant, partsOf, zoneCity } from '../time/format';
import { useNow } from '../time/use-now';
import { useZone } from '../time/zone';
import classes from './page.module.css';

export function TopBar({ title, actions }: { title: ReactNode; actions: ReactNode }): ReactNode {
  const { openDrawer } = useNavigation();
  return (
    <header className={classes.bar}>
      <ActionIcon className={classes.burger} size={36} onClick={openDrawer} aria-label="Open navigation">
        <IconMenu2 size={20} stroke={1.8} />
      </ActionIcon>
      <h1 className={classes.title}>{title}</h1>
      {actions}
      <button type="button" className={classes.search} onClick={openPalette} title="Search or jump to">
        <IconSearch size={15} stroke={1.8} />
        <span>Search or jump to…</span>
        <Kbd>⌘K</Kbd>
      </button>
      <LiveSwitch />
      <Clock />
      <SchemeSwitch />
    </header>
  );
}

const LIVE_WORDS = {
  connecting: { word: 'Live', more: '', label: 'Connecting. Freeze what is on screen (L)' },
  live: { word: 'Live', more: '', label: 'Follows what happens. Freeze what is on screen (L)' },
  polling: {
    word: 'Polling',
    more: ' every 5 s',
    label: 'The stream of changes is down: asks again every 5 s. Freeze (L)',
  },
  frozen: { word: 'Frozen', more: '', label: 'Let it go on (L)' },
} as const;

function LiveSwitch(): ReactNode {
  const { state, frozenAt, toggle } = useLiveState();
  const { zone } = useZone();
  const { word, more, label } = LIVE_WORDS[state];
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className={classes.live}
        data-state={state}
        onClick={toggle}
        aria-pressed={state === 'frozen'}
      >
        {state === 'frozen' ? <IconSnowflake size={14} aria-hidden /> : <span className={classes.dot} />}
        <span>
          {word}
          <span className={classes.liveMore}>
            {frozenAt === undefined ? more : ` ${formatInstant(frozenAt, zone, frozenAt)}`}
          </span>
        </span>
        <Kbd>L</Kbd>
      </button>
    </Tooltip>
  );
}

function Clock(): ReactNode {
  const now = useNow();
  const { zone, toggle } = useZone();
  return (
    <Tooltip label={`Times are shown in ${zone}. Change (Z)`}>
      <button type="button" className={classes.clock} onClick={toggle}>
        <span>{partsOf(now, zone).clock}</span> {zoneCity(zone)}
      </button>
    </Tooltip>
  );
}

function SchemeSwitch(): ReactNode {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <Tooltip label={`Switch to ${other}`}>
      <ActionIcon onClick={() => setColorScheme(other)} aria-label={`Switch to ${other}`}>
        {scheme === 'dark' ? <IconSun size={16} stroke={1.8} /> : <IconMoon size={16} stroke={1.8} />}
      </ActionIcon>
    </Tooltip>
  );
}

import {
  IconCalendarClock,
  IconGauge,
  IconHistory,
  IconKey,
  IconListDetails,
  IconMailX,
  IconServer2,
  IconSettings,
  IconStack2,
  IconUsers,
} from '@tabler/icons-react';

export interface NavigationPage {
  readonly path: string;
  readonly title: string;
  readonly icon: typeof IconGauge;
  /** Second key after `G`. */
  readonly key?: string;
}

export const OPERATING_PAGES: readonly NavigationPage[] = [
  { path: 'overview', title: 'Overview', icon: IconGauge, key: 'o' },
  { path: 'queues', title: 'Queues', icon: IconStack2, key: 'q' },
  { path: 'jobs', title: 'Jobs', icon: IconListDetails, key: 'j' },
  { path: 'schedules', title: 'Schedules', icon: IconCalendarClock, key: 's' },
  { path: 'dead-letters', title: 'Dead letters', icon: IconMailX, key: 'd' },
  { path: 'workers', title: 'Workers', icon: IconServer2, key: 'w' },
];

export const MANAGING_PAGES: readonly NavigationPage[] = [
  { path: 'api-keys', title: 'API keys', icon: IconKey, key: 'k' },
  { path: 'members', title: 'Members', icon: IconUsers, key: 'm' },
  { path: 'audit-log', title: 'Audit log', icon: IconHistory, key: 'a' },
  { path: 'settings', title: 'Settings', icon: IconSettings, key: ',' },
];

export const ALL_PAGES = [...OPERATING_PAGES, ...MANAGING_PAGES];

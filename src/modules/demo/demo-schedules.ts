import type { DemoQueueName } from './demo-queues.js';

export interface DemoSchedule {
  readonly name: string;
  readonly queue: DemoQueueName;
  readonly cron: string;
  readonly timeZone: string;
  readonly handler: string;
  readonly payload: object;
}

/** One that fires each minute, so that there is something to see, and some as they are in life: offices, pitfalls, changes of the clock. */
export const DEMO_SCHEDULES: readonly DemoSchedule[] = [
  {
    name: 'minute report',
    queue: 'reports',
    cron: '* * * * *',
    timeZone: 'UTC',
    handler: 'sleep',
    payload: { durationMs: 1_500 },
  },
  {
    name: 'weekday digest',
    queue: 'emails',
    cron: '30 7 * * MON-FRI',
    timeZone: 'Europe/Berlin',
    handler: 'send_email',
    payload: { to: ['team@example.com'], subject: 'Yesterday in numbers', text: 'All is well.' },
  },
  {
    name: 'stock levels',
    queue: 'reports',
    cron: '*/40 * * * *',
    timeZone: 'UTC',
    handler: 'sleep',
    payload: { durationMs: 2_500 },
  },
  {
    name: 'nightly statements',
    queue: 'reports',
    cron: '30 2 * * *',
    timeZone: 'America/New_York',
    handler: 'sleep',
    payload: { durationMs: 4_000 },
  },
];

/** What can change in a project, as those who look at it ask for it. */
export const TOPICS = ['jobs', 'queues', 'schedules', 'dead-letters', 'workers', 'stats', 'audit'] as const;
export type Topic = (typeof TOPICS)[number];

export function isTopic(value: string): value is Topic {
  return (TOPICS as readonly string[]).includes(value);
}

/** What can change by itself. A query key begins with the project and one of these. */
export const TOPICS = ['jobs', 'queues', 'schedules', 'dead-letters', 'workers', 'stats', 'audit'] as const;
export type Topic = (typeof TOPICS)[number];

/** The topic of a hint, or undefined for one that this page does not know. */
export function topicOf(data: string): Topic | undefined {
  try {
    const { topic } = JSON.parse(data) as { topic?: unknown };
    return TOPICS.find((known) => known === topic);
  } catch {
    return undefined;
  }
}

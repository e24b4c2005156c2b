'use client';

import { notifications } from '@mantine/notifications';
import { describeProblem } from '../api/client';

/** What was done, for those who look away from the row. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4_000 });
}

export function notifyProblem(what: string, error: unknown): void {
  const { title, requestId } = describeProblem(error);
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  notifications.show({ title: what, message: `${title}${request}`, color: 'red', autoClose: 10_000 });
}

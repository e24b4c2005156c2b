import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';

/** What the audit log knows one call of a command by, in place of a request id: and by whom on the machine. */
export function newCallId(): string {
  return `cli:${accountName()}:${randomUUID().slice(0, 8)}`;
}

/** Containers may run as a number without a name. */
function accountName(): string {
  try {
    return userInfo().username.slice(0, 32);
  } catch {
    return 'unknown';
  }
}

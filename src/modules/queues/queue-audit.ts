import type { AuditEntry } from '../audit/index.js';
import type { QueueSettings } from './queue-settings.js';

/** What the audit log says of a queue that is un-paused, by whomever. */
export function resumptionOf({ id, name, pausedAt, pausedReason }: QueueSettings): AuditEntry {
  return {
    action: 'queue.resumed',
    targetKind: 'queue',
    targetId: id,
    before: { name, pausedAt, pausedReason },
  };
}

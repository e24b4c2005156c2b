import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import type { Session } from '../../platform/database/index.js';
import type { AuditEntry, AuditScope } from './audit-entry.js';
import { AuditStore } from './audit.store.js';

/** Who did what, written in the transaction of the act itself: both happen or neither. */
@Injectable()
export class AuditService {
  constructor(private readonly store: AuditStore) {}

  async record(session: Session, scope: AuditScope, entry: AuditEntry): Promise<void> {
    await this.store.insert(session, newId(), scope, entry);
  }
}

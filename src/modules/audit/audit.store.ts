import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';
import { redact } from '../../platform/logging/index.js';
import type { AuditActor, AuditEntry, AuditScope } from './audit-entry.js';

const INSERT = `
  INSERT INTO audit_log (id, organization_id, project_id, actor_kind, actor_id, action, target_kind, target_id, before, after, reason, request_id, ip)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  ON CONFLICT (id) DO NOTHING`;

@Injectable()
export class AuditStore {
  async insert(session: Session, id: string, scope: AuditScope, entry: AuditEntry): Promise<void> {
    await session.execute(INSERT, [
      id,
      scope.organizationId,
      scope.projectId,
      scope.principal.kind,
      actorId(scope.principal),
      entry.action,
      entry.targetKind,
      entry.targetId,
      toJson(entry.before),
      toJson(entry.after),
      entry.reason ?? null,
      scope.requestId,
      scope.ip,
    ]);
  }
}

function actorId(actor: AuditActor): string | null {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'api_key' ? actor.keyId : null;
}

/** The last line of defence: callers name the fields they record, and a field named like a secret is masked here again. */
function toJson(fields: Readonly<Record<string, unknown>> | undefined): string | null {
  return fields === undefined ? null : JSON.stringify(redact(fields));
}

import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { AppDatabase } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import type { PersonalScope } from '../auth/index.js';
import { EnqueueQuota } from '../quotas/index.js';
import { type InstallationProject, OperatorReadModel } from './operator.read-model.js';

/** What operators change for all. */
@Injectable()
export class OperatorService {
  constructor(
    private readonly database: AppDatabase,
    private readonly installation: OperatorReadModel,
    private readonly quota: EnqueueQuota,
    private readonly audit: AuditService,
  ) {}

  async project(projectId: string): Promise<InstallationProject> {
    const project = await this.installation.project(projectId);
    if (!project) throw RotaError.notFound('project');
    return project;
  }

  /** Null: back to the default. It counts with the next block of each api, within the minute. Throws `not_found`. */
  async setEnqueueLimit(
    scope: PersonalScope,
    projectId: string,
    limitPerMinute: number | null,
  ): Promise<InstallationProject> {
    if (!isUuid(projectId)) throw RotaError.notFound('project');
    const changed = await this.database.transaction(async (session) => {
      await session.query('SELECT 1 FROM projects WHERE id = $1 FOR NO KEY UPDATE', [projectId]);
      const before = await this.installation.project(projectId, session);
      if (!before) throw RotaError.notFound('project');
      if (before.enqueueLimitPerMinute === limitPerMinute) return before;
      await session.execute('UPDATE projects SET enqueue_limit_per_minute = $2, version = version + 1 WHERE id = $1', [
        projectId,
        limitPerMinute,
      ]);
      await this.audit.record(
        session,
        { ...scope, organizationId: before.organizationId, projectId: before.id },
        {
          action: 'project.limits_changed',
          targetKind: 'project',
          targetId: before.id,
          before: { enqueueLimitPerMinute: before.enqueueLimitPerMinute },
          after: { enqueueLimitPerMinute: limitPerMinute },
        },
      );
      return { ...before, enqueueLimitPerMinute: limitPerMinute };
    });
    this.quota.forget(changed.id);
    return changed;
  }
}

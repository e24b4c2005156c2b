import { Injectable, Logger } from '@nestjs/common';
import { describeError } from '../../kernel/clean-text.js';
import { AppDatabase } from '../../platform/database/index.js';
import { type AuditScope, AuditService } from '../audit/index.js';
import type { EnqueueScope } from './job-preparation.js';

/**
 * A job that a person enqueued stands in the audit log, too; one by a key is known from the job itself (created_by), and costs no
 * further row. Written after the batch that stored the job, which carries the jobs of many: should it fail, the job still names its
 * maker, and telling the caller of a failure would make them enqueue it twice.
 */
@Injectable()
export class EnqueueRecord {
  private readonly logger = new Logger('EnqueueRecord');

  constructor(
    private readonly database: AppDatabase,
    private readonly audit: AuditService,
  ) {}

  async write(scope: EnqueueScope & Partial<AuditScope>, jobIds: readonly string[], handler?: string): Promise<void> {
    const { principal, organizationId = null, projectId, requestId = null, ip = null } = scope;
    if (principal === undefined || principal.kind === 'api_key' || jobIds.length === 0) return;
    const [jobId = null] = jobIds.length === 1 ? jobIds : [];
    const entry = {
      action: 'job.enqueued',
      targetKind: 'job',
      targetId: jobId,
      after: jobId === null ? { count: jobIds.length, jobIds } : { handler },
    };
    const where = { organizationId, projectId, principal, requestId, ip };
    await this.audit
      .record(this.database, where, entry)
      .catch((error: unknown) =>
        this.logger.error({ msg: 'an enqueue was not recorded', error: describeError(error) }),
      );
  }
}

import { ApiProperty } from '@nestjs/swagger';
import type { JobStatus } from '../../kernel/job-state.js';
import type { BulkResult } from './bulk-command.service.js';
import type { BulkEnqueued } from './bulk-enqueue.service.js';
import { LISTED_STATUSES } from './job-filter.request.js';

export class BulkEnqueuedJobResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', format: 'uuid' })
  queueId: string;

  @ApiProperty({ enum: LISTED_STATUSES, enumName: 'JobStatus' })
  status: JobStatus;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  runAt: Date | null;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  @ApiProperty({
    type: 'boolean',
    description: 'its idempotency key had been used for the same request: this is that job',
  })
  isReplayed: boolean;
}

export class BulkEnqueueResponse {
  @ApiProperty({ type: () => [BulkEnqueuedJobResponse], description: 'in the order of the request' })
  jobs: BulkEnqueuedJobResponse[];

  static from(jobs: BulkEnqueued[]): BulkEnqueueResponse {
    return {
      jobs: jobs.map(({ id, queueId, status, runAt, createdAt, isReplayed }) => ({
        id,
        queueId,
        status,
        runAt,
        createdAt,
        isReplayed,
      })),
    };
  }
}

export class BulkFailureResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', example: 'JOB_TERMINAL' })
  code: string;

  @ApiProperty({ type: 'string', example: 'the job has ended: it is completed' })
  detail: string;
}

export class BulkCommandResponse {
  @ApiProperty({ type: 'boolean', description: 'nothing was changed' })
  isDryRun: boolean;

  @ApiProperty({ type: 'integer', description: 'selected; a dry run counts up to 10,000' })
  matched: number;

  @ApiProperty({ type: 'integer' })
  succeeded: number;

  @ApiProperty({ type: 'integer' })
  failed: number;

  @ApiProperty({ type: () => [BulkFailureResponse], description: 'the first hundred failures' })
  failures: BulkFailureResponse[];

  @ApiProperty({
    type: 'boolean',
    description: 'the limit or the time of one request was reached: send it again with nextCursor for the rest',
  })
  hasMore: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'send it as cursor, with the same selection, for the rest; null when all of it was met',
  })
  nextCursor: string | null;

  static from(result: BulkResult): BulkCommandResponse {
    return { ...result, failures: [...result.failures], hasMore: result.nextCursor !== null };
  }
}

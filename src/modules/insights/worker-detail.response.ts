import { ApiProperty } from '@nestjs/swagger';
import type { WorkerJob, WorkerJobs } from './worker-jobs.read-model.js';
import type { ListedWorker } from './worker.read-model.js';
import { WorkerResponse } from './worker.response.js';

const INSTANT = { type: 'string', format: 'date-time' } as const;

export class WorkerJobResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', example: 'emails' })
  queue: string;

  @ApiProperty({ type: 'string', example: 'http_request' })
  handler: string;

  @ApiProperty({ enum: ['claimed', 'running'] })
  status: WorkerJob['status'];

  @ApiProperty({ type: 'integer', example: 1 })
  attempt: number;

  @ApiProperty(INSTANT)
  claimedAt: Date;

  @ApiProperty({ ...INSTANT, nullable: true })
  startedAt: Date | null;

  @ApiProperty({ ...INSTANT, description: 'end of the lease unless the worker beats' })
  lockExpiresAt: Date;

  @ApiProperty({
    type: 'number',
    description:
      'until then, by the clock of the database; negative when the lease has ended and nobody took the job back yet',
    example: 27.4,
  })
  leaseSecondsLeft: number;

  @ApiProperty({ ...INSTANT, nullable: true })
  cancelRequestedAt: Date | null;
}

export class WorkerDetailResponse extends WorkerResponse {
  @ApiProperty({
    type: () => [WorkerJobResponse],
    description: 'jobs of this project that it holds, the oldest claim first; 200 at most',
  })
  jobs: readonly WorkerJobResponse[];

  @ApiProperty({ type: 'boolean', description: 'it holds more than these' })
  areJobsCapped: boolean;

  static fromDetail(worker: ListedWorker, { jobs, isCapped }: WorkerJobs): WorkerDetailResponse {
    return Object.assign(WorkerResponse.from(worker), { jobs, areJobsCapped: isCapped });
  }
}

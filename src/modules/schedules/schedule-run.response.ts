import { ApiProperty } from '@nestjs/swagger';
import type { ListedRun } from './schedule-run.read-model.js';
import type { ScheduleRunOutcome } from './schedule.js';

export class ScheduleRunResponse {
  @ApiProperty({ type: 'string', format: 'date-time', description: 'the instant at which the schedule was due' })
  slot: Date;

  @ApiProperty({ enum: ['enqueued', 'skipped_overlap', 'skipped_missed', 'failed'] })
  outcome: ScheduleRunOutcome;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  jobId: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'where the job stands; null when there is none, or no more',
  })
  jobStatus: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'last slot of the range that was skipped',
  })
  skippedUntil: Date | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'slots in that range' })
  skippedCount: number | null;

  @ApiProperty({ type: 'string', nullable: true })
  reason: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'when it was handled' })
  createdAt: Date;

  static from({ scheduleId: _scheduleId, ...run }: ListedRun): ScheduleRunResponse {
    return run;
  }
}

import { ApiProperty } from '@nestjs/swagger';
import {
  MISSED_POLICIES,
  type MissedPolicy,
  OVERLAP_POLICIES,
  type OverlapPolicy,
  SCHEDULE_KINDS,
  type ScheduleKind,
} from './schedule.js';
import type { ScheduleWithRuns } from './schedule-list.service.js';
import { ScheduleRunResponse } from './schedule-run.response.js';
import type { ListedSchedule } from './schedule.store.js';
import { wordsOf } from './schedule-words.js';

export class ScheduleResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', example: 'daily report' })
  name: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'name of the queue; null when it was deleted',
    example: 'reports',
  })
  queue: string | null;

  @ApiProperty({ type: 'string', format: 'uuid' })
  queueId: string;

  @ApiProperty({ type: 'string', example: 'http_request' })
  handler: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  payload: unknown;

  @ApiProperty({ enum: SCHEDULE_KINDS })
  kind: ScheduleKind;

  @ApiProperty({ type: 'string', nullable: true, example: '0 9 * * MON-FRI' })
  cron: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  intervalMs: number | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  onceAt: Date | null;

  @ApiProperty({ type: 'string', example: 'Europe/Berlin' })
  timeZone: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'the definition in words',
    example: 'at 09:00, on Monday through Friday',
  })
  words: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  startAt: Date | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  endAt: Date | null;

  @ApiProperty({ type: 'integer' })
  priority: number;

  @ApiProperty({ type: 'integer', nullable: true })
  maxAttempts: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  timeoutMs: number | null;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, nullable: true })
  labels: Readonly<Record<string, string>> | null;

  @ApiProperty({ enum: MISSED_POLICIES })
  missedPolicy: MissedPolicy;

  @ApiProperty({ type: 'integer' })
  missedCap: number;

  @ApiProperty({ enum: OVERLAP_POLICIES })
  overlapPolicy: OverlapPolicy;

  @ApiProperty({ type: 'integer' })
  jitterMs: number;

  @ApiProperty({ type: 'boolean' })
  isPaused: boolean;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  pausedAt: Date | null;

  @ApiProperty({ type: 'string', nullable: true })
  pausedReason: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'null while it is paused, or when it never fires again',
  })
  nextSlotAt: Date | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'the last slot that was handled, run or skipped',
  })
  lastSlotAt: Date | null;

  @ApiProperty({ type: 'string', nullable: true, example: 'user:0190163d-8694-739b-aea5-966c26f8ad91' })
  createdBy: string | null;

  @ApiProperty({ type: 'integer', description: 'rises with every change; the ETag' })
  version: number;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time' })
  updatedAt: Date;

  static from({ projectId: _projectId, ...schedule }: ListedSchedule): ScheduleResponse {
    const isPaused = schedule.pausedAt !== null;
    return {
      ...schedule,
      isPaused,
      nextSlotAt: isPaused ? null : schedule.nextSlotAt,
      words: wordsOf(schedule) ?? null,
    };
  }
}

export class ListedScheduleResponse extends ScheduleResponse {
  @ApiProperty({
    type: () => [ScheduleRunResponse],
    nullable: true,
    description: 'with=runs asks for them: the last 20 runs, newest first',
  })
  recentRuns: ScheduleRunResponse[] | null;

  static fromListed(this: void, { schedule, recentRuns }: ScheduleWithRuns): ListedScheduleResponse {
    const runs = recentRuns?.map((run) => ScheduleRunResponse.from(run)) ?? null;
    return Object.assign(ScheduleResponse.from(schedule), { recentRuns: runs });
  }
}

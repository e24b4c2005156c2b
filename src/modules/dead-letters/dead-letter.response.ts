import { ApiProperty } from '@nestjs/swagger';
import { JobErrorResponse } from '../jobs/index.js';
import {
  type DeadLetter,
  type DeadLetterSummary,
  LETTER_REASONS,
  LETTER_STATES,
  type LetterReason,
  type LetterState,
} from './dead-letter.js';

const ID = { type: 'string', format: 'uuid' } as const;
const INSTANT = { type: 'string', format: 'date-time' } as const;
const NULLABLE_INSTANT = { type: 'string', format: 'date-time', nullable: true } as const;

export class DeadLetterSummaryResponse {
  @ApiProperty(ID)
  id: string;

  @ApiProperty({ ...ID, description: 'the job; its record may be gone already' })
  jobId: string;

  @ApiProperty(ID)
  projectId: string;

  @ApiProperty(ID)
  queueId: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'name of the queue', example: 'emails' })
  queue: string | null;

  @ApiProperty({ type: 'string', example: 'http_request' })
  handler: string;

  @ApiProperty({ type: 'integer' })
  priority: number;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, nullable: true })
  labels: Readonly<Record<string, string>> | null;

  @ApiProperty({ enum: LETTER_REASONS, enumName: 'DeadLetterReason' })
  reason: LetterReason;

  @ApiProperty({ enum: LETTER_STATES, enumName: 'DeadLetterState' })
  state: LetterState;

  @ApiProperty({ type: () => JobErrorResponse, nullable: true, description: 'the last error' })
  error: unknown;

  @ApiProperty({ type: 'integer', description: 'attempts that were charged' })
  attempt: number;

  @ApiProperty({ type: 'integer' })
  leaseLosses: number;

  @ApiProperty({ type: 'integer', description: 'the execution that ended the job' })
  lastExecutionSeq: number;

  @ApiProperty({ type: 'integer', description: 'replays of the job so far; ten is the most' })
  replayCount: number;

  @ApiProperty({ ...ID, nullable: true })
  scheduleId: string | null;

  @ApiProperty(INSTANT)
  jobCreatedAt: Date;

  @ApiProperty({ ...INSTANT, description: 'when the job died' })
  createdAt: Date;

  @ApiProperty(NULLABLE_INSTANT)
  replayedAt: Date | null;

  @ApiProperty(NULLABLE_INSTANT)
  discardedAt: Date | null;

  static from(this: void, letter: DeadLetterSummary): DeadLetterSummaryResponse {
    return letter;
  }
}

export class DeadLetterResponse extends DeadLetterSummaryResponse {
  @ApiProperty({ type: 'object', additionalProperties: true })
  payload: unknown;

  static override from(this: void, letter: DeadLetter): DeadLetterResponse {
    return letter;
  }
}

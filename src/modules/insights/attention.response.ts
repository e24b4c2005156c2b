import { ApiProperty } from '@nestjs/swagger';
import {
  ATTENTION_KINDS,
  type AttentionItem,
  type AttentionKind,
  type AttentionSubject,
} from './attention.read-model.js';

const NULLABLE_INSTANT = { type: 'string', format: 'date-time', nullable: true } as const;

export class AttentionItemResponse {
  @ApiProperty({
    enum: ATTENTION_KINDS,
    enumName: 'AttentionKind',
    description:
      'queue_without_worker: jobs are due, no live worker serves their queue; queue_without_handler: no live worker offers the handler of some of its jobs; schedule_failing: its last runs that ended failed; dead_letters_growing: letters came in the last hour and are still open; worker_dead: in the last hour; queue_paused: jobs wait in it; schedule_overrunning: runs take longer than its interval; api_key_expiring: within two weeks, or it has expired in the last day',
    example: 'queue_paused',
  })
  kind: AttentionKind;

  @ApiProperty({ enum: ['queue', 'schedule', 'worker', 'api_key'], enumName: 'AttentionSubject' })
  subjectKind: AttentionSubject;

  @ApiProperty({ type: 'string', format: 'uuid', description: 'id of the queue, schedule, worker or key' })
  subjectId: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'its name; workers have none', example: 'emails' })
  subjectName: string | null;

  @ApiProperty({ ...NULLABLE_INSTANT, description: 'since when it is so; null for what is still to come' })
  since: Date | null;

  @ApiProperty({ ...NULLABLE_INSTANT, description: 'when the key expires' })
  expiresAt: Date | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'jobs that wait; failed or skipped runs in a row, or runs at once; letters of the last hour; null where nothing is counted',
    example: 42,
  })
  count: number | null;

  @ApiProperty({ type: 'boolean', description: 'there are more than count' })
  isCapped: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'why it was paused; the handler that no worker offers',
    example: 'The mail provider is down',
  })
  reason: string | null;
}

export class AttentionResponse {
  @ApiProperty({ type: () => [AttentionItemResponse], description: 'what matters most comes first' })
  items: AttentionItemResponse[];

  static from(items: AttentionItem[]): AttentionResponse {
    return { items };
  }
}

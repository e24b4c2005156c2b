import { ApiProperty } from '@nestjs/swagger';
import type { LetterGroup, LetterGroups } from './dead-letter-group.read-model.js';

const ID = { type: 'string', format: 'uuid' } as const;
const INSTANT = { type: 'string', format: 'date-time' } as const;

export class DeadLetterGroupResponse {
  @ApiProperty({
    type: 'string',
    description: 'send it as group to list, replay or discard its letters',
    example: '5f1e9c7a3b8d4f02a6c1e9d7b3f50812',
  })
  key: string;

  @ApiProperty(ID)
  queueId: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'name of the queue', example: 'emails' })
  queue: string | null;

  @ApiProperty({ type: 'string', example: 'http_request' })
  handler: string;

  @ApiProperty({ type: 'string', nullable: true, example: 'TypeError' })
  errorName: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'what the messages have in common; # stands for what varies',
    example: 'no order # for customer #',
  })
  messagePattern: string | null;

  @ApiProperty({ type: 'integer', description: 'letters of the group among those looked at', example: 42 })
  count: number;

  @ApiProperty({ ...INSTANT, description: 'when the first of them died' })
  firstSeenAt: Date;

  @ApiProperty({ ...INSTANT, description: 'when the last of them died' })
  lastSeenAt: Date;

  @ApiProperty({
    type: [Number],
    minItems: 24,
    maxItems: 24,
    description: 'how many of them died in each of the last 24 hours, the oldest first',
  })
  lastDay: readonly number[];

  @ApiProperty({ ...ID, description: 'the newest letter' })
  newestDeadLetterId: string;

  @ApiProperty({ ...ID, description: 'its job' })
  newestJobId: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'its message as it was, the first 1,000 characters' })
  newestMessage: string | null;

  static from(this: void, group: LetterGroup): DeadLetterGroupResponse {
    return group;
  }
}

export class DeadLetterGroupsResponse {
  @ApiProperty({ type: () => [DeadLetterGroupResponse], description: 'the largest first, a hundred at most' })
  groups: DeadLetterGroupResponse[];

  @ApiProperty({ type: 'integer', description: 'open letters that were looked at, the newest ones', example: 128 })
  examined: number;

  @ApiProperty({ type: 'boolean', description: 'there are older ones: every count means at least' })
  isCapped: boolean;

  static from({ groups, ...rest }: LetterGroups): DeadLetterGroupsResponse {
    return { groups: groups.map(DeadLetterGroupResponse.from), ...rest };
  }
}

import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { QueuePolicyRequest } from './queue-policy.request.js';
import { QUEUE_NAME } from './queue.store.js';

export class CreateQueueRequest extends QueuePolicyRequest {
  @ApiProperty({
    type: 'string',
    pattern: QUEUE_NAME.source,
    description: 'unique in the project, and fixed',
    example: 'emails',
  })
  @Matches(QUEUE_NAME)
  name: string;
}

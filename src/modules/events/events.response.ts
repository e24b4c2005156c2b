import { ApiProperty } from '@nestjs/swagger';
import { type Topic, TOPICS } from '../changes/index.js';
import type { EventsState } from './events.service.js';

export class TopicVersionResponse {
  @ApiProperty({ enum: TOPICS, enumName: 'Topic' })
  topic: Topic;

  @ApiProperty({ type: 'integer', description: 'rises when something of the topic has changed', example: 12 })
  version: number;
}

/** Where the topics of a project stand, for clients that ask instead of listening. */
export class EventsResponse {
  @ApiProperty({
    type: 'string',
    description: 'what stands before the dash changes when versions begin anew: then everything may have changed',
    example: '8f2c1e5b9a7d4c30-12',
  })
  id: string;

  @ApiProperty({ type: () => [TopicVersionResponse] })
  topics: TopicVersionResponse[];

  static from({ id, topics }: EventsState): EventsResponse {
    return { id, topics: [...topics] };
  }
}

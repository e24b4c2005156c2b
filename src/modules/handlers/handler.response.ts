import { ApiProperty } from '@nestjs/swagger';
import type { HandlerDescription } from './handler.registry.js';

export class HandlerResponse {
  @ApiProperty({ example: 'http_request' })
  name: string;

  @ApiProperty({ example: 'Sends one HTTP request.' })
  description: string;

  /** JSON Schema of the payload. */
  @ApiProperty({ type: Object, additionalProperties: true })
  payloadSchema: object;

  /** A payload that is accepted as it is. */
  @ApiProperty({ type: Object, additionalProperties: true })
  example: object;

  static from(handler: HandlerDescription): HandlerResponse {
    const { name, description, payloadSchema, example } = handler;
    return Object.assign(new HandlerResponse(), { name, description, payloadSchema, example });
  }
}

export class HandlersResponse {
  @ApiProperty({ type: [HandlerResponse] })
  data: HandlerResponse[];
}

import { ApiProperty } from '@nestjs/swagger';
import type { Purged } from './purge.service.js';

export class PurgeResponse {
  @ApiProperty({ type: 'integer', description: 'jobs that this call cancelled', example: 1_250 })
  cancelledCount: number;

  @ApiProperty({ type: 'boolean', description: 'the call reached its bound before the queue was empty: call again' })
  hasMore: boolean;

  static from({ cancelledCount, hasMore }: Purged): PurgeResponse {
    return { cancelledCount, hasMore };
  }
}

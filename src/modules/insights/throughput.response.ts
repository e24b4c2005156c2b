import { ApiProperty } from '@nestjs/swagger';
import type { Throughput } from './throughput.read-model.js';
import { BUCKET_MINUTES, type BucketMinutes } from './throughput.request.js';

const COUNT = { type: 'integer', example: 42 } as const;

/** Attempts that ended in a stretch of time, by how. */
export class ThroughputBucketResponse {
  @ApiProperty({ type: 'string', format: 'date-time', description: 'when it begins' })
  at: Date;

  @ApiProperty(COUNT)
  completed: number;

  @ApiProperty(COUNT)
  failed: number;

  @ApiProperty(COUNT)
  timedOut: number;

  @ApiProperty(COUNT)
  cancelled: number;

  @ApiProperty({ ...COUNT, description: 'given back by a worker that stopped' })
  released: number;

  @ApiProperty({ ...COUNT, description: 'lost with a worker' })
  leaseExpired: number;

  @ApiProperty({ ...COUNT, description: 'of all these, the ones after which the job was a dead letter' })
  deadLettered: number;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'time from due to claimed that 95 % do not exceed, in milliseconds, within a fifth',
  })
  p95WaitMs: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'the same for the time that an attempt runs; those whose worker was lost are left out',
  })
  p95RunMs: number | null;
}

export class ThroughputResponse {
  @ApiProperty({ type: 'integer', enum: BUCKET_MINUTES, description: 'minutes in a bucket' })
  bucketMinutes: BucketMinutes;

  @ApiProperty({
    type: () => [ThroughputBucketResponse],
    description:
      'oldest first, without gaps; the first may hold minutes before the time asked for, the last is under way',
  })
  buckets: readonly ThroughputBucketResponse[];

  static from(throughput: Throughput): ThroughputResponse {
    return throughput;
  }
}

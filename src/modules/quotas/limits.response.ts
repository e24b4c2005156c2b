import { ApiProperty } from '@nestjs/swagger';
import type { EnqueueUse } from './enqueue-quota.js';

export class EnqueueLimitResponse {
  @ApiProperty({ type: 'integer', nullable: true, description: 'jobs per minute; null: no limit', example: 1_000 })
  limitPerMinute: number | null;

  @ApiProperty({
    type: 'integer',
    description: 'in the present minute; other api processes count in blocks of a twentieth of the limit',
    example: 250,
  })
  used: number;

  @ApiProperty({ type: 'integer', nullable: true, example: 750 })
  remaining: number | null;

  @ApiProperty({ type: 'integer', description: 'until the next minute', example: 30 })
  resetSeconds: number;
}

export class SignInLimitResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'per address and per account; null: no limit',
    example: 5,
  })
  failures: number | null;

  @ApiProperty({ type: 'integer', example: 900 })
  windowSeconds: number;
}

/** What this project, and whoever signs in, may ask of the installation. */
export class LimitsResponse {
  @ApiProperty({ type: () => EnqueueLimitResponse })
  enqueue: EnqueueLimitResponse;

  @ApiProperty({ type: () => SignInLimitResponse })
  signIn: SignInLimitResponse;

  static from(use: EnqueueUse, signIn: { limit: number; windowSeconds: number }): LimitsResponse {
    return {
      enqueue: {
        limitPerMinute: use.limit,
        used: use.used,
        remaining: use.limit === null ? null : Math.max(0, use.limit - use.used),
        resetSeconds: Math.ceil(use.resetSeconds),
      },
      signIn: { failures: signIn.limit === 0 ? null : signIn.limit, windowSeconds: signIn.windowSeconds },
    };
  }
}

import { IsInt, Max, Min } from 'class-validator';
import { Env } from '../../platform/config/index.js';

/** How much a project may ask of the installation. */
export class QuotasConfig {
  @Env('ENQUEUE_LIMIT_PER_MINUTE', {
    doc: 'jobs that a project may enqueue per minute, over all api processes, unless an operator set its own limit. 0: no limit',
    default: 1_000,
  })
  @IsInt()
  @Min(0)
  @Max(10_000_000)
  enqueueLimitPerMinute: number;
}

import { IsArray, IsInt, Max, Min } from 'class-validator';
import { Env } from '../../platform/config/index.js';

/** How one worker process takes and runs jobs. */
export class WorkerConfig {
  @Env('WORKER_CAPACITY', { doc: 'jobs that run at the same time in one worker process', default: 5 })
  @IsInt()
  @Min(1)
  @Max(1_000)
  capacity: number;

  @Env('WORKER_POLL_INTERVAL_MS', {
    doc: 'longest pause of an idle worker before it looks for work, in milliseconds',
    default: 500,
  })
  @IsInt()
  @Min(10)
  @Max(60_000)
  pollIntervalMs: number;

  @Env('WORKER_QUEUES', { doc: 'comma-separated names or ids of the queues to serve; empty: all', default: [] })
  @IsArray()
  queues: string[];

  @Env('WORKER_PREFETCH_MAX', {
    doc: 'most jobs that are claimed ahead; how many really are follows the speed of the last quarter of a second',
    default: 2_000,
  })
  @IsInt()
  @Min(0)
  @Max(5_000)
  prefetchMax: number;

  @Env('WORKER_TIMEOUT_GRACE_MS', {
    doc: 'time a handler has to settle after its signal was aborted, in milliseconds',
    default: 5_000,
  })
  @IsInt()
  @Min(0)
  @Max(60_000)
  timeoutGraceMs: number;
}

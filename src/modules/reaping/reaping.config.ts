import { IsInt, Max, Min } from 'class-validator';
import { Env } from '../../platform/config/index.js';

/** How often the scheduler clears up after workers that died and after jobs that are long over. */
export class ReapingConfig {
  @Env('SCHEDULER_TICK_MS', {
    doc: 'pause between two rounds of the reaper and of the dead-worker sweep, in milliseconds',
    default: 10_000,
  })
  @IsInt()
  @Min(100)
  @Max(600_000)
  tickMs: number;

  @Env('REAPER_MAX_JOBS_PER_TICK', {
    doc: 'expired leases that one round of the reaper takes back at most; a round that reaches it raises an alarm',
    default: 5_000,
  })
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  maxJobsPerTick: number;

  @Env('PURGE_INTERVAL_MS', {
    doc: 'pause between two walks of retention over all queues, in milliseconds',
    default: 60_000,
  })
  @IsInt()
  @Min(1_000)
  @Max(86_400_000)
  purgeIntervalMs: number;

  @Env('RECONCILE_INTERVAL_MS', {
    doc: 'pause between two counts of orphans over all jobs, in milliseconds',
    default: 300_000,
  })
  @IsInt()
  @Min(1_000)
  @Max(86_400_000)
  reconcileIntervalMs: number;
}

import { IsInt, Max, Min } from 'class-validator';
import { Env } from '../../platform/config/index.js';

/** How the materializer and the promoter keep time. Both sleep until the next due instant and no longer than this says. */
export class SchedulerConfig {
  @Env('SCHEDULER_MAX_SLEEP_MS', {
    doc: 'longest sleep of promoter and materializer when nothing is due, in milliseconds: how late a new due time may be seen',
    default: 500,
  })
  @IsInt()
  @Min(10)
  @Max(10_000)
  maxSleepMs: number;

  @Env('SCHEDULER_MISSED_AFTER_MS', {
    doc: 'a slot that is handled later than this, in milliseconds, was missed: the policy of its schedule decides',
    default: 30_000,
  })
  @IsInt()
  @Min(1_000)
  @Max(3_600_000)
  missedAfterMs: number;
}

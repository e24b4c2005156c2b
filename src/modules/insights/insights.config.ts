import { IsInt, Max, Min } from 'class-validator';
import { Env } from '../../platform/config/index.js';

/** How fresh the figures of the dashboards are. */
export class InsightsConfig {
  @Env('ROLL_UP_INTERVAL_MS', {
    doc: 'pause between two roll-ups of the last five minutes, in milliseconds',
    default: 15_000,
  })
  @IsInt()
  @Min(1_000)
  @Max(120_000)
  rollUpIntervalMs: number;
}

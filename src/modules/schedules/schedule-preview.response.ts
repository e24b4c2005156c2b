import { ApiProperty } from '@nestjs/swagger';
import type { ScheduleTiming } from './schedule.js';
import { localInstant, wordsOf } from './schedule-words.js';

export class UpcomingRunResponse {
  @ApiProperty({ type: 'string', format: 'date-time', description: 'in UTC', example: '2026-03-08T07:00:00.000Z' })
  at: Date;

  @ApiProperty({ type: 'string', description: 'on the clock of the zone', example: '2026-03-08T03:00:00-04:00' })
  local: string;

  @ApiProperty({ type: 'string', example: 'UTC-04:00' })
  offset: string;
}

export class SchedulePreviewResponse {
  @ApiProperty({ type: 'string', example: 'at 02:30, every day' })
  words: string;

  @ApiProperty({ type: 'string', description: 'in its canonical spelling', example: 'America/New_York' })
  timeZone: string;

  @ApiProperty({ type: () => [UpcomingRunResponse], description: 'fewer than asked for when the schedule ends before' })
  runs: UpcomingRunResponse[];

  static from(timing: ScheduleTiming, slots: readonly Date[]): SchedulePreviewResponse {
    const runs = slots.map((at) => ({ at, ...localInstant(timing.timeZone, at) }));
    return { words: wordsOf(timing) ?? '', timeZone: timing.timeZone, runs };
  }
}

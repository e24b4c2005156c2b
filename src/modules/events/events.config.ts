import { IsInt, Max, Min } from 'class-validator';
import { Env } from '../../platform/config/index.js';

/** How many event streams an api process keeps open; each is a socket and a few kilobytes. */
export class EventsConfig {
  @Env('EVENT_STREAMS', { doc: 'event streams that an api process keeps open; beyond it answers 503', default: 1_000 })
  @IsInt()
  @Min(0)
  @Max(100_000)
  streams: number;

  @Env('EVENT_STREAMS_PER_PROJECT', {
    doc: 'event streams of one project in an api process; beyond it answers 429',
    default: 100,
  })
  @IsInt()
  @Min(0)
  @Max(100_000)
  streamsPerProject: number;
}

import { setTimeout as delay } from 'node:timers/promises';
import { IsInt, Max, Min } from 'class-validator';
import { JobHandler } from '../job-handler.decorator.js';
import type { JobContext, JobHandlerContract } from '../job-handler.contract.js';

const STEPS = 10;

export class SleepPayload {
  /** Milliseconds, at most one hour. */
  @IsInt()
  @Min(0)
  @Max(3_600_000)
  durationMs: number;
}

/** Holds a slot for a while and reports progress: for trying out limits, timeouts, cancel and drain. */
@JobHandler('sleep', {
  description: 'Waits for durationMs (at most one hour), reports progress and ends early when it is aborted.',
  payload: SleepPayload,
  example: { durationMs: 1000 },
})
export class SleepHandler implements JobHandlerContract<SleepPayload> {
  /** @throws AbortError when the job's signal aborts */
  async handle({ durationMs }: SleepPayload, context: JobContext): Promise<{ sleptMs: number }> {
    const startedAtMs = performance.now();
    for (let step = 1; step <= STEPS; step += 1) {
      const untilMs = startedAtMs + (durationMs * step) / STEPS;
      await delay(Math.max(0, untilMs - performance.now()), undefined, { signal: context.signal });
      context.progress(step * (100 / STEPS));
    }
    return { sleptMs: Math.round(performance.now() - startedAtMs) };
  }
}

import type { Health } from '../health/health.js';
import type { Log } from '../logging/log.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Loop, LoopObserver } from './loop.js';
import { LOOP_METRICS } from './loop.metrics.js';

/** Starts and stops the loops of a process, and shows their age and failures. */
export class LoopSupervisor implements LoopObserver {
  private readonly loops: { readonly loop: Loop; readonly maxAgeSeconds: number }[] = [];

  constructor(
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly health: Health,
  ) {
    metrics.gauge(LOOP_METRICS.age, (set) => {
      for (const { loop } of this.loops) set({ loop: loop.name }, loop.ageSeconds);
    });
    metrics.gauge(LOOP_METRICS.maxAge, (set) => {
      for (const { loop, maxAgeSeconds } of this.loops) set({ loop: loop.name }, maxAgeSeconds);
    });
  }

  /** `maxAgeSeconds`: older than that, the process says it is not ready. */
  run(loop: Loop, maxAgeSeconds = 60): void {
    this.loops.push({ loop, maxAgeSeconds });
    this.health.check(`loop ${loop.name}`, () =>
      loop.ageSeconds > maxAgeSeconds ? `no successful tick for ${Math.round(loop.ageSeconds)} s` : undefined,
    );
    loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.loops.map(({ loop }) => loop.stop()));
  }

  ticked(loop: string, durationMs: number): void {
    this.metrics.observe(LOOP_METRICS.tick, { loop }, durationMs / 1000);
  }

  failed(loop: string, error: unknown, consecutive: number): void {
    this.metrics.count(LOOP_METRICS.failures, { loop });
    this.log.warn({ loop, consecutive, err: error }, 'loop tick failed, it will be repeated');
  }
}

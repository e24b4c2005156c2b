import type { Metrics } from '../../platform/metrics/index.js';

/** Counts of ended attempts by queue, handler and outcome: added up in plain maps, because they are counted 20,000 times a second. */
export class RunCounters {
  private readonly ends = new Map<string, number>();
  private settledSinceRead = 0;
  private ranMsSinceRead = 0;

  constructor(private readonly metrics: Metrics) {}

  ended(queue: string, handler: string, outcome: string, ranMs: number): void {
    this.settledSinceRead += 1;
    this.ranMsSinceRead += ranMs;
    const key = `${queue}\u0000${handler}\u0000${outcome}`;
    this.ends.set(key, (this.ends.get(key) ?? 0) + 1);
  }

  /** Attempts that ended since the last call, and how long they ran in all. */
  takeSettled(): { readonly jobs: number; readonly ranMs: number } {
    const settled = { jobs: this.settledSinceRead, ranMs: this.ranMsSinceRead };
    this.settledSinceRead = 0;
    this.ranMsSinceRead = 0;
    return settled;
  }

  /** Moves the counts into the registry. */
  publish(): void {
    for (const [key, count] of this.ends) {
      const [queue = '', handler = '', outcome = ''] = key.split('\u0000');
      this.metrics.count(
        'rota_attempts_ended_total',
        'Attempts that ended in this worker',
        { queue, handler, outcome },
        count,
      );
    }
    this.ends.clear();
  }

  lost(jobs = 1): void {
    this.metrics.count('rota_leases_lost_total', 'Leases that this worker lost', {}, jobs);
  }

  unknownHandler(handler: string): void {
    this.metrics.count('rota_unknown_handler_total', 'Jobs put back because this worker does not know their handler', {
      handler,
    });
  }

  flushed(what: string, jobs: number, durationMs: number): void {
    this.metrics.observe('rota_flush_seconds', 'Duration of one batched statement', { what }, durationMs / 1000);
    this.metrics.count('rota_flush_jobs_total', 'Jobs in batched statements', { what }, jobs);
  }
}

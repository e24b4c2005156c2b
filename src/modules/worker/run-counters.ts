import type { Metrics } from '../../platform/metrics/index.js';

/** Counts of ended attempts by queue, handler and outcome: added up in plain maps, because they are counted 20,000 times a second. */
export class RunCounters {
  /** By queue, then by handler and outcome. */
  private readonly ends = new Map<string, Map<string, Map<string, number>>>();
  private settledSinceRead = 0;
  private ranMsSinceRead = 0;

  constructor(private readonly metrics: Metrics) {}

  ended(queue: string, handler: string, outcome: string, ranMs: number): void {
    this.settledSinceRead += 1;
    this.ranMsSinceRead += ranMs;
    const handlers = at(this.ends, queue);
    const outcomes = at(handlers, handler);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
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
    for (const [queue, handlers] of this.ends) {
      for (const [handler, outcomes] of handlers) {
        for (const [outcome, count] of outcomes) {
          this.metrics.count(
            'rota_attempts_ended_total',
            'Attempts that ended in this worker',
            { queue, handler, outcome },
            count,
          );
        }
      }
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

function at<Value>(map: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = map.get(key);
  if (known) return known;
  const made = new Map<string, Value>();
  map.set(key, made);
  return made;
}

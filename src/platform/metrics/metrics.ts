import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;
type SetGauge = (labels: Labels, value: number) => void;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
const SERIES_MAX = 1_000;

/**
 * Counters, gauges and histograms of a process, made at first use. A metric keeps at most 1,000 label combinations; what comes
 * after that is counted under `other`, so that tenants with many queues cannot fill the memory of a scraper.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly counters = new Map<string, Counter>();
  private readonly histograms = new Map<string, Histogram>();
  private readonly series = new Map<string, Set<string>>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  count(name: string, help: string, labels: Labels = {}, by = 1): void {
    let counter = this.counters.get(name);
    if (!counter) {
      counter = new Counter({ name, help, labelNames: Object.keys(labels), registers: [this.registry] });
      this.counters.set(name, counter);
    }
    counter.inc(this.bounded(name, labels), by);
  }

  observe(name: string, help: string, labels: Labels, value: number, buckets: number[] = SECONDS): void {
    let histogram = this.histograms.get(name);
    if (!histogram) {
      histogram = new Histogram({ name, help, labelNames: Object.keys(labels), buckets, registers: [this.registry] });
      this.histograms.set(name, histogram);
    }
    histogram.observe(this.bounded(name, labels), value);
  }

  /** A gauge that is read when it is scraped. */
  gauge(name: string, help: string, labelNames: string[], collect: (set: SetGauge) => void | Promise<void>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        this.reset();
        await collect((labels, value) => this.set(labels, value));
      },
    });
    void gauge;
  }

  async exposition(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.registry.contentType, text: await this.registry.metrics() };
  }

  private bounded(name: string, labels: Labels): Labels {
    const seen = this.series.get(name) ?? new Set<string>();
    this.series.set(name, seen);
    const key = Object.values(labels).join('\u0000');
    if (seen.has(key)) return labels;
    if (seen.size < SERIES_MAX) {
      seen.add(key);
      return labels;
    }
    return Object.fromEntries(Object.keys(labels).map((label) => [label, 'other']));
  }
}

import { collectDefaultMetrics, type Metric as ClientMetric, Registry } from 'prom-client';
import type { Labels, Metric } from './metric.js';
import { type CounterCell, counterSamples, HistogramCell, histogramSamples, type Sample, Series } from './series.js';

export type SetGauge<Label extends string> = (labels: Labels<Label>, value: number) => void;

/**
 * The counters, gauges and histograms of a process. Who counts often asks for a cell once and adds to it; everything else is done
 * when a scrape comes.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly counters = new Map<string, Series<CounterCell>>();
  private readonly histograms = new Map<string, Series<HistogramCell>>();
  private readonly preparations: (() => void | Promise<void>)[] = [];

  /** @param labels of every series of this process */
  constructor(labels: Labels = {}) {
    this.registry.setDefaultLabels(labels);
    collectDefaultMetrics({ register: this.registry });
  }

  /** Makes metrics known before their first value; a counter without labels begins at 0, so that its first step is seen as one. */
  declare(metrics: readonly Metric[]): void {
    for (const metric of metrics) {
      if (metric.type === 'counter') this.counterSeries(metric);
      else if (metric.type === 'histogram') this.histogramSeries(metric);
      if (metric.type === 'counter' && metric.labels.length === 0) this.counter(metric, {});
    }
  }

  /** The cell of a label combination: to be kept by whoever counts often. */
  counter<Label extends string>(metric: Metric<Label>, labels: Labels<Label>): CounterCell {
    return this.counterSeries(metric).cell(labels);
  }

  histogram<Label extends string>(metric: Metric<Label>, labels: Labels<Label>): HistogramCell {
    return this.histogramSeries(metric).cell(labels);
  }

  /** false: label combinations that have no cell yet are counted together, as `other`. */
  hasRoom(metric: Metric): boolean {
    return !(metric.type === 'counter' ? this.counterSeries(metric) : this.histogramSeries(metric)).isFull;
  }

  count<Label extends string>(metric: Metric<Label>, labels: Labels<Label>, by = 1): void {
    this.counter(metric, labels).value += by;
  }

  observe<Label extends string>(metric: Metric<Label>, labels: Labels<Label>, value: number): void {
    this.histogram(metric, labels).observe(value);
  }

  /** A gauge that is read when it is scraped. One that cannot be read is left out of that scrape. */
  gauge<Label extends string>(metric: Metric<Label>, collect: (set: SetGauge<Label>) => void | Promise<void>): void {
    this.register(metric, async () => {
      const samples: Sample[] = [];
      const set: SetGauge<Label> = (labels, value) => {
        if (samples.length < metric.maxSeries) samples.push({ metricName: metric.name, labels: { ...labels }, value });
      };
      try {
        await collect(set);
      } catch {
        return [];
      }
      return samples;
    });
  }

  /** Runs at the beginning of each scrape, for counts that need a look-up before they have labels. */
  beforeScrape(prepare: () => void | Promise<void>): void {
    this.preparations.push(prepare);
  }

  async exposition(): Promise<{ contentType: string; text: string }> {
    await Promise.allSettled(this.preparations.map(async (prepare) => prepare()));
    return { contentType: this.registry.contentType, text: await this.registry.metrics() };
  }

  private counterSeries(metric: Metric): Series<CounterCell> {
    const known = this.counters.get(metric.name);
    if (known) return known;
    const series = new Series<CounterCell>(metric, () => ({ value: 0 }));
    this.counters.set(metric.name, series);
    this.register(metric, () => series.samples(counterSamples));
    return series;
  }

  private histogramSeries(metric: Metric): Series<HistogramCell> {
    const known = this.histograms.get(metric.name);
    if (known) return known;
    const series = new Series<HistogramCell>(metric, () => new HistogramCell(metric.buckets));
    this.histograms.set(metric.name, series);
    this.register(metric, () => series.samples(histogramSamples(metric.buckets)));
    return series;
  }

  /** The registry takes whatever answers `get()`: the library's own counters would have to be told of every single event. */
  private register({ name, help, type }: Metric, values: () => Sample[] | Promise<Sample[]>): void {
    const get = async () => ({ name, help, type, aggregator: 'sum', values: await values() });
    this.registry.registerMetric({ name, help, type, get } as unknown as ClientMetric);
  }
}

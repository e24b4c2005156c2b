import type { Labels, Metric } from './metric.js';

/** A count, held by whoever counts: adding to it is one addition, whatever the scraper does. */
export interface CounterCell {
  value: number;
}

/** Counts by bucket, not cumulated, and the sum of what was observed. */
export class HistogramCell {
  readonly counts: number[];
  sum = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket += 1;
    counts[bucket] = (counts[bucket] as number) + 1;
    this.sum += value;
  }
}

export interface Sample {
  readonly metricName: string;
  readonly labels: Record<string, string | number>;
  readonly value: number;
}

/** The label combinations of one metric, each with its cell; no more of them than the metric allows. */
export class Series<Cell> {
  private readonly cells = new Map<string, { readonly labels: Labels; readonly cell: Cell }>();
  /** Stands for all combinations that came when there were as many as the metric allows. */
  private others: Cell | undefined;

  constructor(
    readonly metric: Metric,
    private readonly make: () => Cell,
  ) {}

  get isFull(): boolean {
    return this.cells.size >= this.metric.maxSeries;
  }

  cell(labels: Labels): Cell {
    const key = keyOf(this.metric, labels);
    const known = this.cells.get(key);
    if (known) return known.cell;
    if (!this.isFull) return this.add(key, labels);
    const other = Object.fromEntries(this.metric.labels.map((label) => [label, 'other']));
    return (this.others ??= this.add(keyOf(this.metric, other), other));
  }

  private add(key: string, labels: Labels): Cell {
    const cell = this.make();
    this.cells.set(key, { labels, cell });
    return cell;
  }

  samples(toSamples: (name: string, labels: Labels, cell: Cell) => Sample[]): Sample[] {
    return [...this.cells.values()].flatMap(({ labels, cell }) => toSamples(this.metric.name, labels, cell));
  }
}

export function counterSamples(metricName: string, labels: Labels, { value }: CounterCell): Sample[] {
  return [{ metricName, labels: { ...labels }, value }];
}

/** As Prometheus wants it: each bucket with all below it. */
export function histogramSamples(bounds: readonly number[]) {
  return (name: string, labels: Labels, { counts, sum }: HistogramCell): Sample[] => {
    let total = 0;
    const buckets = counts.map((count, index): Sample => {
      total += count;
      return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[index] ?? '+Inf' }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: { ...labels }, value: sum },
      { metricName: `${name}_count`, labels: { ...labels }, value: total },
    ];
  };
}

function keyOf(metric: Metric, labels: Labels): string {
  let key = '';
  for (const label of metric.labels) key += `${labels[label] ?? ''}\u0000`;
  return key;
}

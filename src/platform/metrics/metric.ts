export type MetricType = 'counter' | 'gauge' | 'histogram';
export type Labels<Label extends string = string> = Readonly<Record<Label, string>>;

/** What a metric is. Definitions stand in one file per feature; the table in the docs is made of them. */
export interface Metric<Label extends string = string> {
  /** Stable once released: `rota_…_total` counts, `rota_…_seconds` measures. */
  readonly name: string;
  readonly type: MetricType;
  /** Also the line in the docs. */
  readonly help: string;
  readonly labels: readonly Label[];
  readonly unit: string;
  /** Upper bounds of a histogram, rising. */
  readonly buckets: readonly number[];
  /** Label combinations that are kept; what comes after them is counted under `other`. */
  readonly maxSeries: number;
}

interface Options<Label extends string> {
  readonly labels?: readonly Label[];
  readonly unit: string;
}

/** So that tenants with many queues cannot fill the memory of a scraper. */
const MAX_SERIES = 1_000;
/** A series of a histogram is a line per bucket. */
const MAX_HISTOGRAM_SERIES = 100;

export function counter<Label extends string = never>(
  name: string,
  help: string,
  { labels = [], unit }: Options<Label>,
): Metric<Label> {
  return { name, type: 'counter', help, labels, unit, buckets: [], maxSeries: MAX_SERIES };
}

export function gauge<Label extends string = never>(
  name: string,
  help: string,
  { labels = [], unit }: Options<Label>,
): Metric<Label> {
  return { name, type: 'gauge', help, labels, unit, buckets: [], maxSeries: MAX_SERIES };
}

export function histogram<Label extends string = never>(
  name: string,
  help: string,
  { labels = [], unit, buckets }: Options<Label> & { readonly buckets: readonly number[] },
): Metric<Label> {
  return { name, type: 'histogram', help, labels, unit, buckets, maxSeries: MAX_HISTOGRAM_SERIES };
}

/** For a statement, a tick, a request: from one millisecond to a minute. */
export const SHORT_SECONDS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];
/** For what jobs wait and run: from five milliseconds to six hours. */
export const LONG_SECONDS: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 21_600,
];
/** For the items of a batch. */
export const BATCH_SIZES: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

export interface ScrapedSeries {
  /** As the sample is named: a histogram has `…_bucket`, `…_sum` and `…_count`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One or more scrapes in the Prometheus text format, taken together. */
export class Scrape {
  readonly series: ScrapedSeries[] = [];
  /** Type by the name of the metric. */
  readonly types = new Map<string, string>();

  constructor(...texts: readonly string[]) {
    for (const line of texts.flatMap((text) => text.split('\n'))) this.take(line);
  }

  named(name: string): ScrapedSeries[] {
    return this.series.filter((one) => one.name === name);
  }

  value(name: string, labels: Readonly<Record<string, string>> = {}): number {
    const matching = this.named(name).filter((one) =>
      Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    );
    return matching.reduce((sum, one) => sum + one.value, 0);
  }

  /** `counter` for the parts of a histogram, too: they only grow. */
  typeOf(name: string): string | undefined {
    const ofHistogram = /^(.+)_(bucket|sum|count)$/.exec(name)?.[1];
    if (ofHistogram !== undefined && this.types.get(ofHistogram) === 'histogram') return 'counter';
    return this.types.get(name);
  }

  private take(line: string): void {
    const type = /^# TYPE (\S+) (\S+)$/.exec(line);
    if (type) this.types.set(type[1] ?? '', type[2] ?? '');
    const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!sample) return;
    const labels: Record<string, string> = {};
    for (const [, label = '', value = ''] of (sample[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      labels[label] = JSON.parse(`"${value}"`) as string;
    }
    this.series.push({ name: sample[1] ?? '', labels, value: Number(sample[3]) });
  }
}

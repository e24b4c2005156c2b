import { readPromql, type Selector } from './promql.js';
import type { Scrape, ScrapedSeries } from './scrape.js';

/** A query of a panel or an alert, and the texts that name labels of its result. */
export interface MetricUse {
  readonly where: string;
  readonly expr: string;
  readonly texts?: readonly string[];
}

/** The scraper adds them to every series. */
const TARGET_LABELS = ['job', 'instance'];
const FOR_COUNTERS = ['rate', 'irate', 'increase', 'resets'];
/** What Grafana puts in before it asks. */
const GRAFANA_DURATIONS = /\$__(rate_interval|interval|range)\b/g;

/** What of a query has nothing to stand on in a live scrape. Empty: every metric, label and value that it names is there. */
export function problemsOf(use: MetricUse, scrape: Scrape): string[] {
  const { errors, selectors, groupings } = readPromql(use.expr.replaceAll(GRAFANA_DURATIONS, '5m'));
  const problems = [
    ...errors.map((error) => `cannot be read near "${error}"`),
    ...(selectors.length === 0 ? ['asks for no metric'] : []),
    ...selectors.flatMap((selector) => problemsOfSelector(selector, scrape)),
    ...groupings.flatMap(({ labels, selectors: grouped }) =>
      labels
        .filter((label) => !hasLabel(grouped, label, scrape))
        .map((label) => `groups by "${label}", which nothing in it has`),
    ),
    ...selectors
      .filter((selector) => selector.within.includes('histogram_quantile'))
      .flatMap((selector) =>
        selector.metric.endsWith('_bucket') ? [] : [`takes a quantile of ${selector.metric}, which are no buckets`],
      ),
    ...groupings
      .filter(({ labels, selectors: grouped }) => grouped.some(isOfQuantile) && !labels.includes('le'))
      .map(() => 'takes a quantile of buckets that were added up without "le"'),
    ...labelsIn(use.texts ?? [])
      .filter((label) => !hasLabel(selectors, label, scrape))
      .map((label) => `shows the label "${label}", which nothing in it has`),
  ];
  return [...new Set(problems)].map((problem) => `${use.where}: ${problem}`);
}

const isOfQuantile = ({ within }: Selector): boolean => within.includes('histogram_quantile');

function problemsOfSelector(selector: Selector, scrape: Scrape): string[] {
  const { metric, matchers, within } = selector;
  const series = scrape.named(metric);
  if (series.length === 0) return [`there is no metric ${metric}`];
  const type = scrape.typeOf(metric);
  const wrongCalls = within.filter((call) => FOR_COUNTERS.includes(call) && type !== 'counter');
  const missing = matchers.filter(({ label }) => !isTarget(label) && series.every(({ labels }) => !(label in labels)));
  const isEmpty = missing.length === 0 && !series.some((one) => matchers.every((matcher) => matches(matcher, one)));
  return [
    ...wrongCalls.map((call) => `asks for the ${call} of ${metric}, which is a ${type}`),
    ...missing.map(({ label }) => `${metric} has no label "${label}"`),
    ...(isEmpty
      ? [`no series of ${metric} has ${matchers.map((one) => one.label + one.operator + one.value).join(', ')}`]
      : []),
  ];
}

function matches({ label, operator, value }: Selector['matchers'][number], { labels }: ScrapedSeries): boolean {
  // A variable of a dashboard stands for any value.
  if (isTarget(label) || value.includes('$')) return true;
  const actual = labels[label] ?? '';
  if (operator === '=') return actual === value;
  if (operator === '!=') return actual !== value;
  const isMatch = new RegExp(`^(?:${value})$`).test(actual);
  return operator === '=~' ? isMatch : !isMatch;
}

function hasLabel(selectors: readonly Selector[], label: string, scrape: Scrape): boolean {
  return isTarget(label) || selectors.some(({ metric }) => scrape.named(metric).some(({ labels }) => label in labels));
}

const isTarget = (label: string): boolean => TARGET_LABELS.includes(label);

/** `{{queue}}` of a legend, `{{ $labels.queue }}` of an alert. */
function labelsIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    [...text.matchAll(/\{\{\s*(?:\$labels\.)?([a-zA-Z_]\w*)\s*(?:\|[^}]*)?\}\}/g)].map(([, label = '']) => label),
  );
}

import { counter, gauge, histogram } from './metric.js';
import { Metrics } from './metrics.js';

const RUNS = counter('rota_runs_total', 'Runs', { labels: ['queue', 'handler'], unit: 'jobs' });
const TICKS = counter('rota_ticks_total', 'Ticks', { unit: 'ticks' });
const SECONDS = histogram('rota_run_seconds', 'Duration', { labels: ['queue'], unit: 'seconds', buckets: [0.1, 1] });
const DEPTH = gauge('rota_depth', 'Depth', { labels: ['queue'], unit: 'jobs' });

const textOf = async (metrics: Metrics) => (await metrics.exposition()).text;

describe('Metrics', () => {
  it('a cell that was handed out once is read by every later scrape', async () => {
    const metrics = new Metrics();
    const cell = metrics.counter(RUNS, { queue: 'emails', handler: 'noop' });
    cell.value += 2;
    expect(await textOf(metrics)).toContain('rota_runs_total{queue="emails",handler="noop"} 2');
    cell.value += 1;
    expect(await textOf(metrics)).toContain('rota_runs_total{queue="emails",handler="noop"} 3');
  });

  it('a histogram cumulates its buckets, and a value on a bound is within it', async () => {
    const metrics = new Metrics();
    for (const value of [0.05, 0.1, 0.5, 7]) metrics.observe(SECONDS, { queue: 'a' }, value);
    const text = await textOf(metrics);
    expect(text).toContain('rota_run_seconds_bucket{queue="a",le="0.1"} 2');
    expect(text).toContain('rota_run_seconds_bucket{queue="a",le="1"} 3');
    expect(text).toContain('rota_run_seconds_bucket{queue="a",le="+Inf"} 4');
    expect(text).toContain('rota_run_seconds_sum{queue="a"} 7.65');
    expect(text).toContain('rota_run_seconds_count{queue="a"} 4');
  });

  it('label combinations beyond the bound of a metric are counted together, and none is lost', async () => {
    const metrics = new Metrics();
    for (let queue = 0; queue < RUNS.maxSeries + 50; queue += 1) {
      metrics.count(RUNS, { queue: `queue-${queue}`, handler: 'noop' });
    }
    const lines = (await textOf(metrics)).split('\n').filter((line) => line.startsWith('rota_runs_total{'));
    expect(lines).toHaveLength(RUNS.maxSeries + 1);
    expect(lines.at(-1)).toBe('rota_runs_total{queue="other",handler="other"} 50');
  });

  it('a declared metric is known before its first value, and a counter without labels begins at 0', async () => {
    const metrics = new Metrics();
    metrics.declare([RUNS, TICKS, SECONDS]);
    const text = await textOf(metrics);
    for (const name of ['rota_runs_total', 'rota_run_seconds']) expect(text).toContain(`# HELP ${name} `);
    expect(text).toContain('rota_ticks_total 0');
    metrics.count(TICKS, {});
    expect(await textOf(metrics)).toContain('rota_ticks_total 1');
  });

  it('a gauge that cannot be read is left out, the others are answered', async () => {
    const metrics = new Metrics();
    metrics.gauge(DEPTH, () => Promise.reject(new Error('no database')));
    metrics.count(TICKS, {});
    const text = await textOf(metrics);
    expect(text).not.toContain('rota_depth{');
    expect(text).toContain('rota_ticks_total 1');
  });

  it('what a scrape has to look up first is in that very scrape', async () => {
    const metrics = new Metrics();
    metrics.beforeScrape(async () => {
      await Promise.resolve();
      metrics.count(RUNS, { queue: 'late', handler: 'noop' }, 5);
    });
    expect(await textOf(metrics)).toContain('rota_runs_total{queue="late",handler="noop"} 5');
  });

  it('every series carries the labels of its process, and values are escaped', async () => {
    const metrics = new Metrics({ role: 'worker' });
    metrics.count(RUNS, { queue: 'a"b\\c\nd', handler: 'noop' });
    expect(await textOf(metrics)).toContain('{queue="a\\"b\\\\c\\nd",handler="noop",role="worker"} 1');
  });
});

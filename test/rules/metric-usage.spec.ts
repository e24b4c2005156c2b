import { problemsOf } from '../support/metric-usage.js';
import { Scrape } from '../support/scrape.js';

const scrape = new Scrape(`
# HELP rota_jobs_completed_total Jobs
# TYPE rota_jobs_completed_total counter
rota_jobs_completed_total{queue="emails",handler="noop",role="worker"} 5
# TYPE rota_queue_depth gauge
rota_queue_depth{queue="emails",status="queued"} 3
# TYPE rota_job_wait_seconds histogram
rota_job_wait_seconds_bucket{queue="emails",le="0.5"} 1
rota_job_wait_seconds_bucket{queue="emails",le="+Inf"} 2
rota_job_wait_seconds_sum{queue="emails"} 1.5
rota_job_wait_seconds_count{queue="emails"} 2
`);

const problems = (expr: string, ...texts: string[]): string[] =>
  problemsOf({ where: 'it', expr, texts }, scrape).map((problem) => problem.replace('it: ', ''));

describe('the check of panels and alerts against a scrape', () => {
  it.each([
    ['sum by (queue) (rate(rota_jobs_completed_total{queue=~"$queue"}[$__rate_interval]))', ['{{queue}}']],
    ['max by (queue, instance) (rota_queue_depth{status="queued"}) > 100', ['{{ $labels.queue }} has {{ $value }}']],
    ['histogram_quantile(0.95, sum by (queue, le) (rate(rota_job_wait_seconds_bucket[5m])))', []],
    ['rate(rota_job_wait_seconds_sum[5m]) / on (queue) rate(rota_job_wait_seconds_count[5m])', []],
    ['absent(rota_queue_depth) or rota_queue_depth{status!="running"} == 0', []],
    ['rota_queue_depth{job="rota", status=~"queued|scheduled"}', []],
  ])('passes %s', (expr, texts) => {
    expect(problems(expr, ...texts)).toEqual([]);
  });

  it.each([
    [
      'a metric that does not exist',
      'rate(rota_jobs_complete_total[5m])',
      'there is no metric rota_jobs_complete_total',
    ],
    ['a histogram by its bare name', 'rota_job_wait_seconds', 'there is no metric rota_job_wait_seconds'],
    ['a label that the metric has not', 'rota_queue_depth{handler="noop"}', 'rota_queue_depth has no label "handler"'],
    ['a value that never occurs', 'rota_queue_depth{status="ready"}', 'no series of rota_queue_depth has status=ready'],
    [
      'a pattern that nothing matches',
      'rota_queue_depth{status=~"a|b"}',
      'no series of rota_queue_depth has status=~a|b',
    ],
    [
      'a grouping by what is not there',
      'sum by (status) (rota_jobs_completed_total)',
      'groups by "status", which nothing in it has',
    ],
    [
      'a join on what is not there',
      'rota_queue_depth * on (pod) rota_queue_depth',
      'groups by "pod", which nothing in it has',
    ],
    ['the rate of a gauge', 'rate(rota_queue_depth[5m])', 'asks for the rate of rota_queue_depth, which is a gauge'],
    [
      'a quantile of what are no buckets',
      'histogram_quantile(0.9, rate(rota_job_wait_seconds_sum[5m]))',
      'takes a quantile of rota_job_wait_seconds_sum, which are no buckets',
    ],
    [
      'a quantile without its bounds',
      'histogram_quantile(0.9, sum by (queue) (rate(rota_job_wait_seconds_bucket[5m])))',
      'takes a quantile of buckets that were added up without "le"',
    ],
    ['a number alone', '1 > 0', 'asks for no metric'],
  ])('finds %s', (_what, expr, problem) => {
    expect(problems(expr)).toContain(problem);
  });

  it('finds what cannot be read', () => {
    expect(problems('sum(rota_queue_depth')).toEqual([expect.stringContaining('cannot be read')]);
    expect(problems('rota_queue_depth{status=queued}')).toContainEqual(expect.stringContaining('cannot be read'));
  });

  it('finds a legend and an annotation that show what is not there', () => {
    expect(problems('rota_queue_depth', '{{handler}}')).toEqual(['shows the label "handler", which nothing in it has']);
    expect(problems('rota_queue_depth', 'of {{ $labels.pod }}')).toEqual([
      'shows the label "pod", which nothing in it has',
    ]);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROLES } from '../platform/config/index.js';
import { type Metric, NODE_METRICS } from '../platform/metrics/index.js';
import { loadRole } from '../roles/load-role.js';
import { PLATFORM_METRICS } from '../roles/root-imports.js';
import type { Command } from './command.js';
import { metricsPage, type PublishedMetric } from './metrics-document.js';

/** Writes the table of all metrics, from the lists that the roles declare theirs by. */
export const exportMetrics: Command = async ({ options, print }) => {
  const directory = String(options['directory']);
  mkdirSync(path.join(directory, 'docs'), { recursive: true });
  writeFileSync(
    path.join(directory, 'docs/metrics.md'),
    metricsPage(await publishedMetrics(), ofEveryRole(NODE_METRICS)),
  );
  print('wrote docs/metrics.md');
  return 0;
};

async function publishedMetrics(): Promise<PublishedMetric[]> {
  const published = new Map<string, { metric: Metric; roles: string[] }>();
  for (const role of ROLES) {
    for (const metric of (await loadRole(role)).metrics) {
      const entry = published.get(metric.name) ?? { metric, roles: [] };
      entry.roles.push(role);
      published.set(metric.name, entry);
    }
  }
  return [...published.values(), ...ofEveryRole(PLATFORM_METRICS)];
}

function ofEveryRole(metrics: readonly Metric[]): PublishedMetric[] {
  return metrics.map((metric) => ({ metric, roles: ['all'] }));
}

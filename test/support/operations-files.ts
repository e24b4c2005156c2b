import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { MetricUse } from './metric-usage.js';

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat?: string }[];
  readonly panels?: readonly Panel[];
}

export interface Dashboard {
  readonly file: string;
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly query: unknown }[];
  };
}

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const inOps = (...parts: string[]): string => path.resolve('ops', ...parts);

export function dashboards(): Dashboard[] {
  return readdirSync(inOps('grafana'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      ...(JSON.parse(readFileSync(inOps('grafana', file), 'utf8')) as Omit<Dashboard, 'file'>),
      file,
    }));
}

export function alertRules(): AlertRule[] {
  const { groups } = parse(readFileSync(inOps('prometheus', 'alerts.yml'), 'utf8')) as {
    groups: { name: string; rules: AlertRule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

export function usesOfDashboard({ file, panels, templating }: Dashboard): MetricUse[] {
  const ofPanels = panels
    .flatMap((panel) => [panel, ...(panel.panels ?? [])])
    .flatMap(({ title, targets = [] }) =>
      targets.map(({ expr, legendFormat }) => ({ where: `${file}, ${title}`, expr, texts: [legendFormat ?? ''] })),
    );
  const ofVariables = templating.list
    .filter(({ type }) => type === 'query')
    .map(({ name, query }) => {
      const text = typeof query === 'string' ? query : (query as { query: string }).query;
      const [, expr = text, label = ''] = /^label_values\((.+),\s*(\w+)\)$/.exec(text) ?? [];
      return { where: `${file}, variable ${name}`, expr, texts: [`{{${label}}}`] };
    });
  return [...ofPanels, ...ofVariables];
}

export function useOfAlert({ alert, expr, annotations }: AlertRule): MetricUse {
  return { where: `alert ${alert}`, expr, texts: Object.values(annotations) };
}

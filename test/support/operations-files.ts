import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export function alertRules(): AlertRule[] {
  const { groups } = parse(readFileSync(path.resolve('ops', 'prometheus', 'alerts.yml'), 'utf8')) as {
    groups: { name: string; rules: AlertRule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

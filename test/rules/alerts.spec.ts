import { existsSync } from 'node:fs';
import { alertRules } from '../support/operations-files.js';
import { readPromql } from '../support/promql.js';

const rules = alertRules();
const kebab = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

describe('alert rules', () => {
  it('are named once each', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s says what it means, and where to read on',
    (name, rule) => {
      expect(rule.labels['severity']).toMatch(/^(warning|critical)$/);
      expect(rule.annotations['summary']).toBeTruthy();
      expect(rule.annotations['description']).toBeTruthy();
      const page = `docs/runbooks/${kebab(name)}.md`;
      expect(rule.annotations['runbook_url']).toBe(page);
      expect(existsSync(page)).toBe(true);
    },
  );

  it.each(rules.map(({ alert, expr }) => [alert, expr] as const))('%s can be read by Prometheus', (_name, expr) => {
    expect(readPromql(expr).errors).toEqual([]);
  });
});

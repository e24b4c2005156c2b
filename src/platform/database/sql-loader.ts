import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** A statement with the name under which each connection prepares it once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement with its parameters. */
export interface BoundStatement {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/**
 * Reads `file` (relative to the caller's `import.meta.url`). The leading comment block is the header for people; it is
 * not sent. `constants` replace `:name` markers: numbers only, for limits that the planner must see as literals.
 */
export function loadSql(base: string, file: string, constants: Readonly<Record<string, number>> = {}): Statement {
  const source = readFileSync(new URL(file, base), 'utf8');
  const text = Object.entries(constants).reduce(
    (sql, [name, value]) => sql.replaceAll(new RegExp(`(?<!:):${name}\\b`, 'g'), String(Math.trunc(value))),
    source.replace(/^(?:--[^\n]*\n|\s*\n)+/, ''),
  );
  const suffix = Object.values(constants).join('-');
  return { name: `${basename(file, '.sql')}${suffix === '' ? '' : `-${suffix}`}`, text };
}

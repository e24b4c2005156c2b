import { globSync, readFileSync } from 'node:fs';
import { npmFault } from './console-words.js';
import type { Page } from './page.js';

const read = (file: string): string => readFileSync(file, 'utf8');
const matches = (files: readonly string[], pattern: RegExp): string[] =>
  files.flatMap((file) => [...read(file).matchAll(pattern)].map((found) => found[1] ?? found[0]));

const sources = globSync('src/**/*.ts');

/** What is spelled like a variable and is another system's word, or one of a test run. */
const OTHER_WORDS = ['SKIP_LOCKED', 'READ_COMMITTED', 'REPEATABLE_READ', 'NODE_OPTIONS', 'AES_256_GCM'];

/** Variables of the environment, codes of errors and rules, variables that pages set for themselves. */
const capitals = new Set([
  ...OTHER_WORDS,
  ...matches(['.env.example', 'docs/configuration.md'], /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g),
  ...matches(['docker-compose.yml'], /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g),
  ...matches(
    [...sources, ...globSync('{client/src,scripts,test/support,web/server,web/app}/**/*.{mjs,ts,tsx}')],
    /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g,
  ),
  ...matches(['docs/local.sh'], /\b([A-Z][A-Z0-9_]+)=/g),
]);

const lowercase = new Set([
  ...matches(
    [...sources, ...globSync('migrations/sql/*.sql'), ...globSync('docker/**/*.sh')],
    /\b(rota_[a-z0-9_]+)\b/g,
  ),
  // Names of the deployment: services, databases, login roles.
  ...matches(
    globSync(['docker-compose.yml', 'deploy/**/*.{yaml,yml,tpl}', 'ops/**/*.{yml,yaml,json}']),
    /\b(rota_[a-z0-9_]+)\b/g,
  ),
]);

const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, Record<string, unknown>> };
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ method: method.toUpperCase(), pattern: patternOf(path) })),
);

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/?]+')}$`);
}

/** Why a name on a page cannot be right; undefined when nothing speaks against it. */
export function nameFault(
  text: string,
  page: Page,
  isCommand: (words: readonly string[]) => boolean,
): string | undefined {
  for (const [name] of text.matchAll(/(?<![A-Za-z0-9_./-])[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)) {
    if (!capitals.has(name) && !isSetOn(page, name)) return `nothing reads ${name}`;
  }
  for (const [name] of withAlternatives(text).matchAll(/(?<![A-Za-z0-9_./-])rota_[a-z0-9_]+\b/g)) {
    if (!lowercase.has(name) && !lowercase.has(name.replace(/_(?:bucket|sum|count)$/, '')))
      return `there is no ${name}`;
  }
  const [, method = '', target = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\S+)$/.exec(text) ?? [];
  if (method !== '' && !isOperation(method, target)) return `the interface has no ${text}`;
  const [program, ...words] = text.split(/\s+/);
  if (program === 'rota' && words.length > 0 && !isCommand(words)) return `there is no command "${text}"`;
  if (program === 'npm' && words.length > 0) return npmFault([program, ...words]);
  return undefined;
}

/** `rota_a_(b|c.*d)`, as grep takes it, written out: every alternative must be a name. */
function withAlternatives(text: string): string {
  return text.replaceAll(/\b(rota_[a-z_]*)\(([^()]+)\)/g, (_, start: string, rest: string) =>
    rest
      .split('|')
      .map((one) => `${start}${/^[a-z_]*/.exec(one)?.[0] ?? ''}`)
      .join(' '),
  );
}

/** `…` stands for the project, and for the version of the interface before that. */
function isOperation(method: string, target: string): boolean {
  const [bare = ''] = target.split('?');
  if (['/livez', '/readyz', '/metrics', '/api/v1/docs', '/api/v1/openapi.json'].includes(bare)) return method === 'GET';
  const candidates = [bare, `/api/v1${bare}`, bare.replace(/^…/, '/api/v1/projects/{projectId}')];
  return candidates.some((candidate) => operations.some((one) => one.method === method && one.pattern.test(candidate)));
}

function isSetOn({ blocks }: Page, name: string): boolean {
  return blocks.some(({ text }) => new RegExp(`(?:^|[\\s;(])${name}=|\\bread (?:-r )?${name}\\b`, 'm').test(text));
}

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRotaCommand, riskyWords } from '../support/docs/command-line.js';
import { commandsOf } from '../support/docs/console-words.js';
import { nameFault } from '../support/docs/known-names.js';
import { listPages, type Page, readPage, targetOf } from '../support/docs/page.js';

const pages = listPages().map((file) => readPage(file));
const wrong = readPage('test/fixtures/docs/wrong-names.md');
const INDEX = 'docs/README.md';
function formFaults({ file, faults }: Page): string[] {
  return faults.map(({ line, text }) => `${file}:${line} ${text}`);
}

function linkFaults(page: Page): string[] {
  return page.links.flatMap(({ line, text }) => {
    const target = targetOf(page, text);
    if (!target) return [];
    if (!existsSync(target.file)) return [`${page.file}:${line} leads nowhere: ${text}`];
    if (target.anchor === '' || !target.file.endsWith('.md')) return [];
    const { anchors } = readPage(target.file);
    return anchors.has(target.anchor) ? [] : [`${page.file}:${line} has no such heading: ${text}`];
  });
}

function nameFaults(page: Page): string[] {
  const inCommands = page.blocks
    .filter(({ language }) => ['sh', 'console', 'sql', 'promql', 'yaml'].includes(language))
    .flatMap((block) => commandsOf(block));
  const faults = [...page.codeSpans, ...inCommands].flatMap(({ line, text }) => {
    const fault = nameFault(text, page, isRotaCommand);
    return fault === undefined ? [] : [`${page.file}:${line} ${fault}`];
  });
  return [...new Set(faults)];
}

describe('the documentation', () => {
  it('has pages', () => expect(pages.length).toBeGreaterThan(40));

  it.each(pages.map((page) => [page.file, page] as const))('%s has a form that the tests know', (_file, page) => {
    expect(formFaults(page)).toEqual([]);
  });

  it.each(pages.map((page) => [page.file, page] as const))('%s has no dead link', (_file, page) => {
    expect(linkFaults(page)).toEqual([]);
  });

  it.each(pages.map((page) => [page.file, page] as const))('%s names only what there is', (_file, page) => {
    expect(nameFaults(page)).toEqual([]);
  });

  it('every page can be reached from the index', () => {
    const reached = new Set<string>();
    const toVisit = [INDEX];
    for (let file = toVisit.pop(); file !== undefined; file = toVisit.pop()) {
      if (reached.has(file) || !file.endsWith('.md') || !existsSync(file)) continue;
      reached.add(file);
      const page = readPage(file);
      toVisit.push(...page.links.flatMap(({ text }) => targetOf(page, text)?.file ?? []));
    }
    expect(pages.map(({ file }) => file).filter((file) => !reached.has(file))).toEqual([]);
  });

  it('every alert names the page that says what to do', () => {
    const rules = globSync('ops/prometheus/*.yml').map((file) => readFileSync(file, 'utf8'));
    const found = (pattern: RegExp): string[] =>
      rules.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name as string));
    const pagesOfAlerts = found(/^\s*runbook_url:\s*(?:\S*?)(docs\/\S+)$/gm);
    expect(pagesOfAlerts.length).toBe(found(/^\s*- alert:\s*(\w+)/gm).length);
    expect(pagesOfAlerts.filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each(['local', 'remote'])('where %s.sh has nothing to talk to, it says so in one line', (name) => {
    const env = { PATH: process.env['PATH'] ?? '', ROTA_HOME: path.join(import.meta.dirname, 'nowhere') };
    const { stderr } = spawnSync('bash', ['--norc', '-c', `. docs/${name}.sh`], { env, encoding: 'utf8' });
    expect(stderr).toMatch(
      /^(?:Rota does not run here: npm start|set ROTA_URL, ROTA_PROJECT_ID and ROTA_API_KEY)[^\n]*\n$/,
    );
  });

  it('every command is described, with every option of those that ask before they act', () => {
    const text = readFileSync('docs/operations/command-line.md', 'utf8');
    expect(riskyWords().length).toBeGreaterThan(15);
    expect(
      riskyWords().filter((words) => !text.includes(words === 'rota migrate up' ? 'rota migrate' : words)),
    ).toEqual([]);
  });

  it('every table of the database is described', () => {
    const { columns } = JSON.parse(readFileSync('migrations/schema.json', 'utf8')) as {
      columns: Record<string, string>;
    };
    const tables = new Set(Object.keys(columns).map((column) => column.split('.', 1)[0] as string));
    const text = readFileSync('docs/database/README.md', 'utf8');
    expect([...tables].filter((table) => !text.includes(`\`${table}\``))).toEqual([]);
  });
});

describe('a page with mistakes is found out', () => {
  it('kinds of blocks and attributes that nothing runs', () => expect(formFaults(wrong)).toHaveLength(2));

  it('links that lead nowhere', () => expect(linkFaults(wrong)).toHaveLength(2));

  it('variables, metrics, routes, commands, options and scripts that are not there', () => {
    expect(nameFaults(wrong)).toHaveLength(6);
  });
});

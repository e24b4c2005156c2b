import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What the fence of a block says about it:
 * - `sh`: run in order, all of a page in one shell, against a running system
 * - `console`: cannot be run by a test; only words that are known there (`console-words.ts`). With `start` it is how the system
 *   of the test is started
 * - `ts`: all of a page are one module, type-checked, and run where the last one stands. With `file=PATH` a file of its own that is
 *   type-checked and written before anything runs
 * - `js file=PATH`, `dockerfile file=PATH`: written before anything runs; `npm run rehearse` builds an image with them
 * - `sql`: run as the service; with `owner` as the owner of the tables
 * - `json`: parsed. `text`, `yaml`, `promql`, `mermaid`: shown
 */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  sh: [],
  console: ['start'],
  ts: ['file'],
  js: ['file'],
  dockerfile: ['file'],
  sql: ['owner'],
  json: [],
  text: [],
  yaml: [],
  promql: [],
  mermaid: [],
};

export interface CodeBlock {
  /** Of its first line of code, from 1. */
  readonly line: number;
  readonly language: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Span {
  readonly line: number;
  readonly text: string;
}

export interface Page {
  readonly file: string;
  readonly blocks: readonly CodeBlock[];
  /** Text of code between backticks. */
  readonly codeSpans: readonly Span[];
  /** Targets of links and images, as written. */
  readonly links: readonly Span[];
  readonly anchors: ReadonlySet<string>;
  /** What is wrong with its form. */
  readonly faults: readonly Span[];
}

/** Every page that somebody may read: those below `docs`, at the top, and beside what they are about. */
export function listPages(): string[] {
  const files = globSync(['*.md', '{docs,src,deploy,ops}/**/*.md', '{client,web,bench,migrations}/*.md']);
  return files.filter((file) => !file.includes('node_modules')).sort();
}

export function readPage(file: string): Page {
  const prose: Span[] = [];
  const blocks: CodeBlock[] = [];
  const faults: Span[] = [];
  let open: { line: number; info: string; indent: string; lines: string[] } | undefined;
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    const line = index + 1;
    const [, indent = '', info = ''] = /^(\s*)```(.*)$/.exec(text) ?? [];
    const isFence = /^\s*```/.test(text);
    if (!open && isFence) open = { line: line + 1, info: info.trim(), indent, lines: [] };
    else if (open && isFence) {
      blocks.push(blockOf(open, faults));
      open = undefined;
    } else if (open) open.lines.push(text.startsWith(open.indent) ? text.slice(open.indent.length) : text);
    else prose.push({ line, text });
  }
  if (open) faults.push({ line: open.line, text: 'a block without an end' });
  return { file, blocks, faults, ...marksOf(prose) };
}

function blockOf({ line, info, lines }: { line: number; info: string; lines: string[] }, faults: Span[]): CodeBlock {
  const [language = '', ...words] = info.split(/\s+/);
  const attributes = Object.fromEntries(
    words.map((word) => [word.split('=', 1)[0] ?? '', word.includes('=') ? word.slice(word.indexOf('=') + 1) : '']),
  );
  const known = LANGUAGES[language];
  // The plans of statements are written by a tool of their own.
  if (!known && language !== '') faults.push({ line, text: `no such kind of block: ${language}` });
  for (const name of Object.keys(attributes)) {
    if (known && !known.includes(name)) faults.push({ line, text: `${language} blocks have no ${name}` });
  }
  if (['js', 'dockerfile'].includes(language) && attributes['file'] === undefined)
    faults.push({ line, text: `a ${language} block names its file` });
  const text = lines.join('\n');
  if (language === 'json') {
    try {
      JSON.parse(text);
    } catch {
      faults.push({ line, text: 'this is no JSON' });
    }
  }
  return { line, language, attributes, text };
}

function marksOf(prose: readonly Span[]): Pick<Page, 'codeSpans' | 'links' | 'anchors'> {
  const codeSpans: Span[] = [];
  const links: Span[] = [];
  const anchors = new Set<string>();
  for (const { line, text } of prose) {
    for (const [, code = ''] of text.matchAll(/`([^`]+)`/g)) codeSpans.push({ line, text: code });
    for (const [, target = ''] of text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g))
      links.push({ line, text: target });
    const [, heading] = /^#{1,6}\s+(.+?)\s*$/.exec(text) ?? [];
    if (heading !== undefined) anchors.add(unique(slugOf(heading), anchors));
  }
  return { codeSpans, links, anchors };
}

/** As GitHub names the anchor of a heading. */
function slugOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function unique(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? slug : `${slug}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The file that a relative link leads to, and its anchor; undefined for a link to elsewhere. */
export function targetOf(page: Page, link: string): { file: string; anchor: string } | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined;
  const [file = '', anchor = ''] = link.split('#');
  return { file: file === '' ? page.file : path.join(path.dirname(page.file), decodeURI(file)), anchor };
}

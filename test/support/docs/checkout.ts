import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CodeBlock, Page } from './page.js';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
const OWN = new Set(['.git', '.rota', '.env', 'node_modules']);

/**
 * A folder that looks like a clone of the project to whoever reads the pages, so that what they write there does not end up in the
 * sources. Everything in it is a link.
 */
export class Checkout {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'rota-docs-'));

  constructor(home: string) {
    for (const name of readdirSync(ROOT)) if (!OWN.has(name)) this.link(path.join(ROOT, name), name);
    this.link(home, '.rota');
    const packages = path.join(this.folder, 'node_modules');
    mkdirSync(path.join(packages, '@rota'), { recursive: true });
    for (const name of readdirSync(path.join(ROOT, 'node_modules')).filter((found) => found !== 'rota'))
      if (!existsSync(path.join(packages, name)))
        this.link(path.join(ROOT, 'node_modules', name), `node_modules/${name}`);
    this.link(path.join(ROOT, 'client'), 'node_modules/@rota/client');
    this.link(ROOT, 'node_modules/rota');
  }

  /** What the pages say to write before anything runs. */
  writeFiles(pages: readonly Page[]): void {
    for (const { blocks } of pages) {
      for (const { attributes, text } of blocks) {
        const file = attributes['file'];
        if (file !== undefined) this.write(file, text);
      }
    }
  }

  write(file: string, text: string): string {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${text}\n`);
    return target;
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private link(target: string, name: string): void {
    symlinkSync(target, path.join(this.folder, name));
  }
}

/** The variables of the command that a page starts the system with: `console start`. Paths are those of the checkout. */
export function startVariables(pages: readonly Page[], checkout: Checkout): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const block of pages.flatMap(({ blocks }) => blocks).filter(isStart)) {
    for (const [, name = '', value = ''] of block.text.matchAll(/\b([A-Z][A-Z0-9_]+)=(\S+)/g))
      variables[name] = value
        .split(',')
        .map((part) => (part.startsWith('./') ? path.join(checkout.folder, part) : part))
        .join(',');
  }
  return variables;
}

function isStart({ language, attributes }: CodeBlock): boolean {
  return language === 'console' && attributes['start'] !== undefined;
}

/** The module that the `ts` blocks of a page are; undefined when it has none. */
export function moduleOf(page: Page): { name: string; text: string; lastLine: number } | undefined {
  const blocks = page.blocks.filter(
    ({ language, attributes }) => language === 'ts' && attributes['file'] === undefined,
  );
  const last = blocks.at(-1);
  if (!last) return undefined;
  return {
    name: `${page.file.replaceAll(/[/.]/g, '-')}.ts`,
    text: [...blocks.map(({ text }) => text), 'export {};'].join('\n'),
    lastLine: last.line,
  };
}

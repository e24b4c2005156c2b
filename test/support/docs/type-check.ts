import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type Checkout, moduleOf } from './checkout.js';
import type { Page } from './page.js';

const OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  strictPropertyInitialization: false,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

/** What the compiler says about the TypeScript of the pages, one line per fault; all pages at once, for it is slow to start. */
export function typeFaults(pages: readonly Page[], checkout: Checkout): string[] {
  const files = pages.flatMap((page) => {
    const module = moduleOf(page);
    const own = page.blocks.filter(({ language, attributes }) => language === 'ts' && attributes['file'] !== undefined);
    return [
      ...(module ? [checkout.write(`.pages/${module.name}`, module.text)] : []),
      ...own.map(({ attributes, text }) => checkout.write(attributes['file'] as string, text)),
    ];
  });
  const config = { compilerOptions: OPTIONS, files };
  const project = checkout.write(`.pages/tsconfig-${files.length}.json`, JSON.stringify(config));
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', project, '--pretty', 'false'], {
    cwd: checkout.folder,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((line) => /error TS/.test(line));
}

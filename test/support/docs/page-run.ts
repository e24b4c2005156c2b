import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Checkout, moduleOf } from './checkout.js';
import type { CodeBlock, Page } from './page.js';

/** A page that hangs must end; how fast the others are is up to the machine. */
const PAGE_WITHIN_MS = 300_000;
const MARK = '@@ line ';

/** The first thing on a page that does not do what it says. */
export interface PageFailure {
  readonly line: number;
  readonly output: string;
}

export interface RunOptions {
  readonly checkout: Checkout;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs what a page says, in its order and in one shell, which ends at the first command that fails. Answers of the interface that are
 * no success fail as well, whatever curl is told: a reader would not get what the page promises.
 */
export async function runPage(page: Page, { checkout, env }: RunOptions): Promise<PageFailure | undefined> {
  const script = scriptOf(page, checkout);
  if (script === undefined) return undefined;
  const file = checkout.write(`.pages/${page.file.replaceAll(/[/.]/g, '-')}.sh`, script);
  const child = spawn('bash', [file], {
    cwd: checkout.folder,
    env: { ...env, PATH: `${commandsFolder(checkout)}:${env['PATH'] ?? process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a group of its own, for what a page leaves running
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const code = await ended(child);
  if (code === 0) return undefined;
  const marks = [...output.matchAll(new RegExp(`^${MARK}(\\d+)$`, 'gm'))];
  return { line: Number(marks.at(-1)?.[1] ?? 0), output: output.split(MARK).at(-1)?.slice(-3_000) ?? '' };
}

function scriptOf(page: Page, checkout: Checkout): string | undefined {
  const module = moduleOf(page);
  const parts = page.blocks.flatMap((block) => partOf(block, checkout, module));
  if (parts.length === 0) return undefined;
  return ['set -Eeuo pipefail', ...parts].join('\n');
}

function partOf(block: CodeBlock, checkout: Checkout, module: ReturnType<typeof moduleOf>): string[] {
  const mark = `echo >&2; echo '${MARK}${block.line}' >&2`;
  if (block.language === 'sh') return [mark, block.text];
  if (block.language === 'sql') return [mark, sqlPart(block, checkout)];
  if (block.line !== module?.lastLine) return [];
  return [mark, `'${process.execPath}' --no-warnings '${checkout.write(`.pages/${module.name}`, module.text)}'`];
}

function sqlPart({ line, text, attributes }: CodeBlock, checkout: Checkout): string {
  const file = checkout.write(`.pages/${line}-${text.length}.sql`, text);
  const url = attributes['owner'] === undefined ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL';
  const runner = path.join(import.meta.dirname, 'run-sql.mjs');
  // Who reads only the statements has psql open already.
  return `[ -n "\${${url}:-}" ] || . docs/local.sh; ROTA_DOCS_URL="$${url}" '${process.execPath}' '${runner}' '${file}'`;
}

/** A curl that says by its exit code what the interface answered. */
function commandsFolder(checkout: Checkout): string {
  const folder = path.join(checkout.folder, '.commands');
  mkdirSync(folder, { recursive: true });
  const curl = path.join(folder, 'curl');
  writeFileSync(curl, `#!/bin/sh\nexec ${realCurl()} "$@"\n`);
  chmodSync(curl, 0o755);
  return folder;
}

function realCurl(): string {
  try {
    return `'${execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim()}' --fail-with-body --show-error`;
  } catch {
    // A bare machine has none; this one knows what the pages use.
    return `'${process.execPath}' '${path.join(import.meta.dirname, 'curl-substitute.mjs')}'`;
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => killGroup(child), PAGE_WITHIN_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      killGroup(child);
      resolve(code);
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

// The folder my-handlers as the documentation says to write it: `node scripts/rehearse/own-handlers.mjs FOLDER`. Node 20 will do.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../bootstrap/project-root.mjs';

const PAGES = ['docs/getting-started.md', 'docs/guides/handlers.md'];
const BLOCK = /^```(?:js|dockerfile|json) file=my-handlers\/(\S+)\n([\s\S]*?)^```$/gm;

/** Writes every file that the pages put into `my-handlers`, but for TypeScript, and answers their names. */
export function writeOwnHandlers(folder) {
  const files = PAGES.flatMap((page) => [...readFileSync(path.join(projectRoot, page), 'utf8').matchAll(BLOCK)]);
  for (const [, name, text] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text, { flag: 'wx' });
  }
  return files.map(([, name]) => name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'my-handlers'] = process.argv.slice(2);
  console.log(writeOwnHandlers(folder).join('\n'));
}

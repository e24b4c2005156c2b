// `npm run build:client`: compiles client/ into client/dist, which everybody imports: the admin app, services, the documentation.
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './bootstrap/project-root.mjs';
import { hashOf } from './inputs-hash.mjs';
import { orSay, runTool } from './stamped-build.mjs';

const INPUTS = ['client/src', 'client/tsconfig.json'];
const client = path.join(projectRoot, 'client');
const target = path.join(client, 'dist');
const stampFile = path.join(target, '.inputs');

/** Builds only where client/dist is not what the sources say. @throws Error with the compiler's output */
export async function ensureClientBuild(signal) {
  const hash = hashOf(INPUTS);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;
  const folder = mkdtempSync(path.join(client, '.dist-'));
  try {
    await compileInto(folder, signal);
    moveInto(target, folder);
    writeFileSync(stampFile, hash);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compileInto(folder, signal) {
  const tsc = path.join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-p', path.join(client, 'tsconfig.json'), '--outDir', folder];
  await runTool(args, { cwd: client, signal, failure: 'the client could not be built' });
}

/** File by file, each at one stroke: another process may be reading, or doing the same. */
function moveInto(to, from) {
  const made = globSync('**/*.{js,d.ts}', { cwd: from });
  for (const file of made) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    renameSync(path.join(from, file), path.join(to, file));
  }
  for (const file of globSync('**/*.{js,d.ts}', { cwd: to }))
    if (!made.includes(file)) rmSync(path.join(to, file), { force: true });
}

if (import.meta.main) await orSay(ensureClientBuild);

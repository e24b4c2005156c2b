// `npm run build:web`: builds the admin app, and leaves a stamp of what went in. Needs no network.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { alone } from './bootstrap/one-at-a-time.mjs';
import { projectRoot } from './bootstrap/project-root.mjs';
import { ensureClientBuild } from './build-client.mjs';
import { hashOf } from './inputs-hash.mjs';

const INPUTS = [
  'app',
  'features',
  'server',
  'shell',
  'instrumentation.ts',
  'next.config.ts',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
];
const web = path.join(projectRoot, 'web');
const stampFile = path.join(web, '.next', '.inputs');

/** Does web/.next hold what the sources say? */
export function isWebBuildCurrent() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputsHash();
}

/** Builds unless another process has done it while this one waited. @throws Error with the output of Next */
export async function ensureWebBuild(signal) {
  const release = await alone('build-web', { signal });
  try {
    if (!isWebBuildCurrent()) await buildPages(signal);
  } finally {
    release();
  }
}

/** @throws Error with the output of Next */
async function buildWeb() {
  const release = await alone('build-web');
  try {
    await buildPages();
  } finally {
    release();
  }
}

async function buildPages(signal) {
  const hash = inputsHash();
  rmSync(stampFile, { force: true });
  await ensureClientBuild(signal);
  const next = path.join(web, 'node_modules', 'next', 'dist', 'bin', 'next');
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd: web, env, signal }).catch((error) => {
    throw new Error(`the admin app could not be built: ${error.stdout || ''}${error.stderr || error.message}`, {
      cause: error,
    });
  });
  // A standalone build leaves the static files for a CDN; here the same process serves them, and several may start at once.
  cpSync(path.join(web, '.next', 'static'), path.join(web, '.next', 'standalone', 'web', '.next', 'static'), {
    recursive: true,
  });
  writeFileSync(stampFile, hash);
}

function inputsHash() {
  return hashOf([...INPUTS.map((input) => path.join('web', input)), path.join('client', 'src')]);
}

if (import.meta.main) {
  try {
    await buildWeb();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

// `npm run build`: compiles into dist/ and leaves a stamp of what went in, so that others can tell whether it is up to date.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { alone } from './bootstrap/one-at-a-time.mjs';
import { projectRoot } from './bootstrap/project-root.mjs';
import { hashOf } from './inputs-hash.mjs';

const INPUTS = ['src', 'migrations', 'nest-cli.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const stampFile = path.join(projectRoot, 'dist', '.inputs');

/** Does dist/ hold what the sources say? Decided by content: a checkout or a copy changes every date. */
export function isBuildCurrent() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashOf(INPUTS);
}

/** Builds unless another process has done it while this one waited. @throws Error with the compiler's output */
export async function ensureBuild(signal) {
  const release = await alone('build', { signal });
  try {
    if (!isBuildCurrent()) await compile(signal);
  } finally {
    release();
  }
}

async function build() {
  const release = await alone('build');
  try {
    await compile();
  } finally {
    release();
  }
}

async function compile(signal) {
  const hash = hashOf(INPUTS);
  const nest = path.join(projectRoot, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  await promisify(execFile)(process.execPath, [nest, 'build'], { cwd: projectRoot, signal }).catch((error) => {
    throw new Error(`the build failed: ${error.stdout || ''}${error.stderr || error.message}`, { cause: error });
  });
  writeFileSync(stampFile, hash);
}

if (import.meta.main) {
  try {
    await build();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';
import { alone } from './bootstrap/one-at-a-time.mjs';

/**
 * A build that leaves a stamp of what went in, so that others can tell whether it is up to date: by content, as a checkout or a copy
 * changes every date. One process builds at a time.
 *
 * @param hash of everything that goes in
 * @param make rejects with what the tool said
 */
export function stampedBuild({ name, stampFile, hash, make }) {
  const isCurrent = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash();
  const build = async (isNeeded, signal) => {
    const release = await alone(name, { signal });
    try {
      if (!isNeeded()) return;
      const going = hash();
      rmSync(stampFile, { force: true });
      await make(signal);
      writeFileSync(stampFile, going);
    } finally {
      release();
    }
  };
  return {
    isCurrent,
    /** Unless another process has done it while this one waited. */
    ensure: (signal) => build(() => !isCurrent(), signal),
    always: () => build(() => true),
  };
}

/** Runs a tool of the project. @throws Error that begins with `failure` and has what the tool said */
export async function runTool(args, { failure, ...options }) {
  await promisify(execFile)(process.execPath, args, options).catch((error) => {
    throw new Error(`${failure}: ${error.stdout || ''}${error.stderr || error.message}`, { cause: error });
  });
}

/** For a script: what went wrong in words, without a trace of the script. */
export async function orSay(work) {
  try {
    await work();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

// What changes a folder of the project for everybody is done by one process at a time: the others wait. Node 20, no dependency.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from './project-root.mjs';

/** How often a process that waits looks again. */
const LOOK_EVERY_MS = 200;

/**
 * Waits until no other process does `what` ("install", "build"), and keeps others from it until the returned function is called. A process that
 * was killed meanwhile keeps nobody.
 */
export async function alone(what, { signal, root = projectRoot } = {}) {
  const file = path.join(root, `.rota-${what}.lock`);
  for (let hasSaidSo = false; ;) {
    signal?.throwIfAborted();
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw new Error(`cannot write ${file}: ${error.message}`, { cause: error });
    }
    if (!isHeld(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!hasSaidSo) console.error(`rota: waiting for the ${what} that process ${readOwner(file)} is doing …`);
    hasSaidSo = true;
    await delay(LOOK_EVERY_MS);
  }
}

/** A lock file that is still empty is being written this very moment. */
function isHeld(file) {
  try {
    const isBeingWritten = statSync(file).size === 0 && Date.now() - statSync(file).mtimeMs < 2_000;
    return isBeingWritten || isAlive(readOwner(file));
  } catch {
    return false;
  }
}

function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

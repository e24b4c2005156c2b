// What processes say is kept in files while all tests run, so that it can be searched for secrets at the end.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Names the folder; nothing is kept where it is not set. */
export const KEPT_LOGS = 'ROTA_KEPT_LOGS';

let count = 0;

/**
 * A file of its own for one process of this kind (`api`, `worker`, `postgres`, …): appends whatever it is given. Undefined where
 * nothing is kept.
 * @param {string} kind
 */
export function keptFile(kind) {
  const folder = process.env[KEPT_LOGS];
  if (!folder) return undefined;
  count += 1;
  const file = path.join(folder, `${kind}.${process.pid}-${count}.log`);
  appendFileSync(file, '');
  return (/** @type {string | Uint8Array} */ chunk) => appendFileSync(file, chunk);
}

/**
 * Keeps all that a process writes, as it writes it.
 * @param {string} kind
 * @param {import('node:child_process').ChildProcess} child
 */
export function keepOutput(kind, child) {
  const append = keptFile(kind);
  if (!append) return;
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', append);
}

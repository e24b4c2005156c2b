// One `npm start` per state folder. The lock names its owner and what that started, so that the next start can clean up
// after an owner that was killed.
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { endProcess, identify, isRunning } from './process-identity.mjs';
import { say } from './terminal.mjs';

/** A drain, and a little. */
const LEFTOVER_WAIT_MS = 15_000;

export class AlreadyRunningError extends Error {}

const fileOf = (home) => path.join(home, 'run.json');

/** Does a living process hold the lock of this folder? */
export function isLocked(home) {
  return isRunning(read(fileOf(home))?.owner);
}

export class RunLock {
  #file;
  #record;

  constructor(home) {
    this.#file = fileOf(home);
  }

  /** @throws AlreadyRunningError when a living process holds the lock */
  async acquire({ what }) {
    const leave = await enter(`${this.#file}.guard`);
    try {
      const held = read(this.#file);
      if (isRunning(held?.owner)) {
        throw new AlreadyRunningError(
          `already running (pid ${held.owner.pid}): ${held.what ?? 'npm start'}. Nothing was touched.`,
        );
      }
      this.#record = { owner: identify(process.pid), what, children: held?.children ?? [] };
      this.#write();
    } finally {
      leave();
    }
    await this.#endLeftovers();
  }

  /** Remembers a child until it has ended. `stopSignal` is what ends it in order. */
  add(name, pid, stopSignal = 'SIGTERM') {
    const child = { name, stopSignal, ...identify(pid) };
    this.#record.children.push(child);
    this.#write();
    return () => {
      if (!this.#record) return;
      this.#record.children = this.#record.children.filter((other) => other !== child);
      this.#write();
    };
  }

  release() {
    if (!this.#record) return;
    this.#record = undefined;
    rmSync(this.#file, { force: true });
  }

  /** Roles first, side by side; PostgreSQL last. */
  async #endLeftovers() {
    const leftovers = this.#record.children.filter((child) => isRunning(child));
    const isDatabase = (child) => child.name === 'postgres';
    for (const group of [leftovers.filter((child) => !isDatabase(child)), leftovers.filter(isDatabase)]) {
      await Promise.all(group.map((child) => endLeftover(child)));
    }
    this.#record.children = [];
    this.#write();
  }

  #write() {
    writeFileSync(`${this.#file}.new`, `${JSON.stringify(this.#record, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

async function endLeftover(child) {
  say(`ending ${child.name} (pid ${child.pid}), left behind by a start that was killed`, 'yellow');
  await endProcess(child, child.stopSignal, LEFTOVER_WAIT_MS);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A folder is made by exactly one: whoever makes it may look at the lock and change it. Held for milliseconds. */
async function enter(guard) {
  for (;;) {
    try {
      mkdirSync(guard);
      return () => rmdirSync(guard);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const madeAtMs = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - madeAtMs > 10_000) rmSync(guard, { recursive: true, force: true });
    await delay(20);
  }
}

// What the runner of the tests has started, by itself or through others, and how all of that ends.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { KEPT_LOGS } from '../kept-output.mjs';
import { GUARD_NAME } from '../postgres/ends-with-us.mjs';

/** Longer than roles and `npm start` take to stop in order. */
const IN_ORDER_MS = 20_000;
const LOOK_EVERY_MS = 100;

/** Every process below `root`: its id, and its command. Those that have ended and wait for their parent to notice are none. */
export function descendantsOf(root) {
  const rows = allProcesses();
  const found = [];
  for (let parents = [root]; parents.length > 0;) {
    const children = rows.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map(({ pid }) => pid);
  }
  return found;
}

/** A process that runs: one that has ended and waits for its parent to notice still has its id, and answers signals. */
export function isRunning(pid) {
  return process.platform === 'linux' ? linuxProcess(pid) !== undefined : signal({ pid }, 0);
}

function allProcesses() {
  if (process.platform === 'linux') return ids().flatMap((pid) => linuxProcess(pid) ?? []);
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || command.startsWith('ps -A')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

const ids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** Of a bare Linux, which may have no `ps`. */
function linuxProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid: Number(pid), parent: Number(parent), command };
  } catch {
    return undefined; // it has ended
  }
}

/** Those whose parent has ended before them are known by their environment, which names our folder. Linux only. */
function adopted(logs) {
  if (process.platform !== 'linux') return [];
  const entry = `${KEPT_LOGS}=${logs}\0`;
  return ids()
    .filter((pid) => environmentOf(pid).includes(entry))
    .flatMap((pid) => linuxProcess(pid) ?? []);
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return ''; // it has ended, or is not ours
  }
}

function signal({ pid }, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

const isGuard = ({ command }) => command.includes(GUARD_NAME);
/** A server is stopped by whoever started it, or by its guard: a session that is ended under a role would only make it complain. */
const isServer = ({ command }) => /^postgres:|\/postgres /.test(command);

/** Asks all to end, waits, and ends those that do not. Resolves when none is left. */
export async function stopStarted(logs) {
  const others = ({ pid }) => pid !== process.pid;
  const started = [...descendantsOf(process.pid), ...adopted(logs)].filter(others);
  for (const one of started) if (!isServer(one)) signal(one, 'SIGTERM');
  const left = () => started.filter(({ pid }) => isRunning(pid));
  const until = async (endsAtMs) => {
    while (left().length > 0 && performance.now() < endsAtMs) await delay(LOOK_EVERY_MS);
  };
  await until(performance.now() + IN_ORDER_MS);
  for (const one of left()) if (!isGuard(one)) signal(one, isServer(one) ? 'SIGQUIT' : 'SIGKILL');
  await until(performance.now() + IN_ORDER_MS);
}

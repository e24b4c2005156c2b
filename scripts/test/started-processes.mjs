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

/** Every process below `root`: its id, and its command. Empty where there is no `ps`. */
export function descendantsOf(root) {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const rows = (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
  const found = [];
  for (let parents = [root]; parents.length > 0;) {
    const children = rows.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map(({ pid }) => pid);
  }
  return found.filter(({ command }) => !command.startsWith('ps -A'));
}

/** Those whose parent has ended before them are known by their environment, which names our folder. Linux only. */
function adopted(logs) {
  const entry = `${KEPT_LOGS}=${logs}\0`;
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(entry)) return [];
      return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
    } catch {
      return []; // it has ended, or is not ours
    }
  });
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
  const left = () => started.filter((one) => signal(one, 0));
  const until = async (endsAtMs) => {
    while (left().length > 0 && performance.now() < endsAtMs) await delay(LOOK_EVERY_MS);
  };
  await until(performance.now() + IN_ORDER_MS);
  for (const one of left()) if (!isGuard(one)) signal(one, isServer(one) ? 'SIGQUIT' : 'SIGKILL');
  await until(performance.now() + IN_ORDER_MS);
}

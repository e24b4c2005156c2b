// A pid is used again after a while: a process is known by its pid and the moment it started.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/** When the process started, in words of the system; undefined when there is no such process. */
export function startOf(pid) {
  if (!(pid > 0)) return undefined;
  if (existsSync('/proc/self/stat')) return startOnLinux(pid);
  if (process.platform === 'win32') return isAlive(pid) ? 'unknown' : undefined;
  const done = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return done.stdout?.trim() || undefined;
}

function startOnLinux(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : fields[18]; // field 22 of proc(5): clock ticks from the system's start
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

export const identify = (pid) => ({ pid, start: startOf(pid) });

export function isRunning(identity) {
  return identity?.start !== undefined && startOf(identity.pid) === identity.start;
}

/** Asks a process to end, waits, and kills it when it does not. Never touches another process under the same pid. */
export async function endProcess(identity, signal, waitMs) {
  if (!isRunning(identity)) return;
  process.kill(identity.pid, signal);
  if (await hasEnded(identity, waitMs)) return;
  process.kill(identity.pid, 'SIGKILL');
  await hasEnded(identity, 5_000);
}

async function hasEnded(identity, waitMs) {
  const endsAtMs = performance.now() + waitMs;
  while (isRunning(identity)) {
    if (performance.now() > endsAtMs) return false;
    await delay(50);
  }
  return true;
}

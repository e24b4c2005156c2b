// CPU and memory of processes, from /proc (Linux): what a run has cost, apart from what it took.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** The fields of /proc/<pid>/stat after the name (which may hold spaces): state is 0, parent 1, utime 11 … cstime 14, rss 21. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}

const ownTicks = (stat) => Number(stat[11]) + Number(stat[12]);
const reapedTicks = (stat) => Number(stat[13]) + Number(stat[14]);

/** CPU seconds of one process, its ended children not counted; 0 when it is gone. */
export function cpuSecondsOf(pid) {
  const stat = statOf(pid);
  return stat ? ownTicks(stat) / TICKS_PER_SECOND : 0;
}

export function rssBytesOf(pid) {
  const stat = statOf(pid);
  return stat ? Number(stat[21]) * PAGE_BYTES : 0;
}

/**
 * CPU seconds of a process and of all its children, living or ended. A child that ends while this reads would be counted
 * twice or not at all (seen in other benchmarks: half of a server missing), so a reading during which the parent's account of
 * ended children changed, or a child vanished, is repeated.
 */
export function familyCpuSeconds(pid) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const before = statOf(pid);
    if (!before) return 0;
    const children = childrenOf(pid).map(statOf);
    const after = statOf(pid);
    if (children.includes(undefined) || !after || reapedTicks(before) !== reapedTicks(after)) continue;
    const ticks = ownTicks(after) + reapedTicks(after) + children.reduce((sum, stat) => sum + ownTicks(stat), 0);
    return ticks / TICKS_PER_SECOND;
  }
  throw new Error(`the children of process ${pid} came and went too fast to be counted`);
}

function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(name)?.[1]) === pid)
    .map(Number);
}

import { setTimeout as delay } from 'node:timers/promises';
import { Timeline } from '../lab/timeline.mjs';
import { WorkerProcess } from '../lab/worker-processes.mjs';
import { nowMs } from '../workers/probe.mjs';

const LOOK_EVERY_MS = 5;
const NO_PROGRESS_MS = 60_000;

/**
 * Lets `workers` processes of a contestant do all its jobs, from the start of the first handler to the moment when the
 * database shows every job as done. CPU is counted from the first report of a worker on (within 50 ms of the first job), so
 * that the start of the process is left out, per job done since.
 */
export async function drainOnce(contestant, { jobs, workers = 1, isStartTogether = false }) {
  await contestant.settle();
  if (isStartTogether) await contestant.hold();
  const walBefore = await contestant.walBytes();
  const processes = Array.from({ length: workers }, () => new WorkerProcess(contestant.worker()));
  const timeline = new Timeline(processes);
  try {
    if (isStartTogether) await contestant.release(workers);
    const begun = await untilBegun(processes, contestant);
    await until(processes, () => handledBy(processes) >= jobs);
    const endedAtMs = await untilRecorded(contestant);
    const after = readCost(processes, contestant);
    const handled = handledBy(processes);
    if (handled !== jobs) throw new Error(`${contestant.name}: handlers were called ${handled} times for ${jobs} jobs`);
    const wal = await contestant.walBytes();
    const peakRssBytes = Math.max(...processes.map((worker) => worker.rssBytes));
    await Promise.all(processes.map((worker) => worker.stop()));
    await contestant.verify(jobs);
    const startedAtMs = Math.min(...processes.map((worker) => worker.probe.firstAtMs ?? Infinity));
    const counted = jobs - begun.handled;
    return {
      jobs,
      seconds: (endedAtMs - startedAtMs) / 1000,
      jobsPerSecond: jobs / ((endedAtMs - startedAtMs) / 1000),
      workerCpuUs: counted > 0 ? ((after.worker - begun.worker) / counted) * 1e6 : undefined,
      serverCpuUs: counted > 0 ? ((after.server - begun.server) / counted) * 1e6 : undefined,
      walBytes: wal === undefined ? undefined : (wal - walBefore) / jobs,
      rssMb: peakRssBytes / 1024 / 1024,
      timeline: timeline.samples,
      shares: processes.map((worker) => worker.probe.handled),
    };
  } finally {
    timeline.stop();
    await Promise.all(processes.map((worker) => worker.stop()));
  }
}

const handledBy = (processes) => processes.reduce((sum, worker) => sum + worker.probe.handled, 0);

function readCost(processes, contestant) {
  return {
    handled: handledBy(processes),
    worker: processes.reduce((sum, worker) => sum + worker.cpuSeconds, 0),
    server: contestant.cpuSeconds(),
  };
}

async function untilBegun(processes, contestant) {
  await until(processes, () => handledBy(processes) > 0);
  return readCost(processes, contestant);
}

async function until(processes, isSo) {
  let seen = -1;
  let movedAtMs = nowMs();
  while (!isSo()) {
    await delay(LOOK_EVERY_MS);
    if (handledBy(processes) !== seen) {
      seen = handledBy(processes);
      movedAtMs = nowMs();
    }
    if (processes.some((worker) => worker.hasEnded)) throw new Error('a worker process has ended by itself');
    if (nowMs() - movedAtMs > NO_PROGRESS_MS) throw new Error(`no progress for a minute, at ${seen} jobs`);
  }
}

/** Asked only when all handlers have run: what is left is the last flush. */
async function untilRecorded(contestant) {
  const deadlineMs = nowMs() + NO_PROGRESS_MS;
  while (nowMs() < deadlineMs) {
    const left = await contestant.remaining();
    if (left === 0) return nowMs();
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`${contestant.name}: not all jobs are recorded as done a minute after their handlers ran`);
}

/**
 * Lets one worker do the first `jobs` of the jobs that stand there, and leaves the rest: for what depends on how many there are.
 * Answers the timeline.
 */
export async function drainPart(contestant, { jobs }) {
  await contestant.settle();
  const processes = [new WorkerProcess(contestant.worker())];
  const timeline = new Timeline(processes);
  try {
    await until(processes, () => handledBy(processes) >= jobs);
    return timeline.samples;
  } finally {
    timeline.stop();
    await processes[0].stop();
  }
}

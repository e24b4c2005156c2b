// What every contestant's no-op handler calls. It tells the measuring process how far this worker is, twenty times a second, so
// that nobody has to ask a database that is under measurement.
import process from 'node:process';

const REPORT_EVERY_MS = 50;
let handledJobs = 0;
let reportedJobs = 0;
let firstAtMs;
let pickups = [];

/** Wall clock in milliseconds with microseconds. Both ends of a latency are read on the same machine. */
export const nowMs = () => performance.timeOrigin + performance.now();

/** The whole work of a job. A payload with `sentAtMs` says when it was enqueued: the pickup latency is kept. */
export function handled(payload) {
  handledJobs += 1;
  firstAtMs ??= nowMs();
  if (payload?.sentAtMs !== undefined) pickups.push(nowMs() - payload.sentAtMs);
}

function report() {
  if (handledJobs === reportedJobs || !process.connected) return;
  reportedJobs = handledJobs;
  process.send({ handled: handledJobs, firstAtMs, atMs: nowMs(), ...(pickups.length > 0 && { pickups }) });
  pickups = [];
}

setInterval(report, REPORT_EVERY_MS).unref();

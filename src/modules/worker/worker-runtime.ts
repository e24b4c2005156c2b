import type { Log } from '../../platform/logging/index.js';
import type { ClaimedJob, FinishedAttempt, HeartbeatLink, LeaseStore } from '../claiming/index.js';
import type { HandlerRegistry } from '../handlers/index.js';
import { type Attempt, failed, succeeded, unstorable } from './attempt-end.js';
import type { Flushes } from './flushes.js';
import { abortReason, HeldJob } from './held-job.js';
import { type ContextSink, HeldJobContext } from './job-context.js';
import type { JobLogBuffer } from './job-log-buffer.js';
import type { RunCounters } from './run-counters.js';
import type { WorkerConfig } from './worker.config.js';

const UNKNOWN_HANDLER_DELAY_MS = 5_000;
const STILL_RUNNING_DELAY_MS = 2_000;

export interface RuntimeParts {
  readonly config: WorkerConfig;
  readonly handlers: HandlerRegistry;
  readonly leases: LeaseStore;
  readonly flushes: Flushes;
  readonly logs: JobLogBuffer;
  readonly heartbeat: HeartbeatLink;
  readonly counters: RunCounters;
  readonly log: Log;
}

/**
 * The slots of a worker process: buffers claimed jobs, runs as many as its capacity allows, and hands each end to the flush.
 * It claims nothing and keeps no time; the claim loop and the sweeper do.
 */
export class WorkerRuntime {
  /** Everything that this process answers for, by lease index. */
  readonly held = new Map<number, HeldJob>();
  private readonly buffer: HeldJob[] = [];
  private readonly suspects: HeldJob[] = [];
  /** Handlers that have not settled although their attempt has ended: their jobs must not start here again meanwhile. */
  private readonly unsettled = new Set<string>();
  private readonly freeSlots: number[];
  private isSuspectRunning = false;
  private nextIndex = 1;
  private onRoom: () => void = () => undefined;
  private readonly sink: ContextSink;

  constructor(private readonly parts: RuntimeParts) {
    this.freeSlots = Array.from({ length: parts.config.capacity }, (_, slot) => parts.config.capacity - 1 - slot);
    this.sink = {
      log: (job, message, dataJson) => parts.logs.append(job, message, dataJson),
      progress: (job, json) => parts.heartbeat.progress(job.index, json),
    };
  }

  get runningCount(): number {
    return this.parts.config.capacity - this.freeSlots.length;
  }

  get bufferedCount(): number {
    return this.buffer.length + this.suspects.length;
  }

  get freeCount(): number {
    return this.freeSlots.length;
  }

  /** Told when a slot has become free and nothing waits for it. */
  whenRoom(callback: () => void): void {
    this.onRoom = callback;
  }

  /** Takes over freshly claimed jobs. Their leases are with the heartbeat thread before the first handler starts. */
  accept(jobs: readonly ClaimedJob[], claimedAtMs: number): void {
    const firstIndex = this.nextIndex;
    this.nextIndex += jobs.length;
    this.parts.heartbeat.hold(
      firstIndex,
      jobs.flatMap((job) => [job.jobId, job.leaseToken]),
    );
    jobs.forEach((claimed, offset) => {
      const job = new HeldJob(firstIndex + offset, claimed, claimedAtMs);
      this.held.set(job.index, job);
      if (this.unsettled.has(claimed.jobId)) this.release(job, STILL_RUNNING_DELAY_MS);
      else (job.isSuspect ? this.suspects : this.buffer).push(job);
    });
    this.pump();
  }

  pump(): void {
    while (this.freeSlots.length > 0) {
      const job = this.nextToRun();
      if (!job) break;
      if (job.state === 'buffered') this.start(job);
    }
    if (this.freeSlots.length > 0) this.onRoom();
  }

  /** Gives a job back, its attempt refunded. */
  release(job: HeldJob, delayMs: number): void {
    const startedAgoMs = job.startedAtMs > 0 ? performance.now() - job.startedAtMs : null;
    job.state = 'ended';
    const { jobId, leaseToken } = job.claimed;
    const done = (): boolean => this.held.delete(job.index);
    this.parts.flushes.release(job.index, { jobId, leaseToken, delayMs, startedAgoMs }).then(done, done);
  }

  /** Gives back what has not started. */
  releaseBuffered(isDue: (job: HeldJob) => boolean = () => true): void {
    for (const list of [this.buffer, this.suspects]) {
      for (const job of list.splice(0)) {
        if (isDue(job)) this.release(job, 0);
        else list.push(job);
      }
    }
  }

  /** The lease is gone: the handler is told, and nothing is written. */
  lose(index: number): void {
    const job = this.held.get(index);
    if (!job || job.state === 'ended') return;
    job.abort('lost');
    this.end(job);
    this.held.delete(index);
    this.parts.counters.lost();
    this.parts.log.warn(
      { jobId: job.claimed.jobId, executionSeq: job.claimed.executionSeq },
      'lease lost, handler aborted',
    );
  }

  cancel(index: number): void {
    const job = this.held.get(index);
    if (job?.state === 'running') job.abort('cancel');
    // Not started: a release of a job that was asked to be cancelled ends it.
    else if (job?.state === 'buffered') this.release(job, 0);
  }

  /** The handler did not settle in time after its signal was aborted: the attempt ends, the slot stays taken. */
  giveUp(job: HeldJob): void {
    if (job.state !== 'running' || job.abortCause === null) return;
    if (job.abortCause === 'drain') {
      this.end(job);
      this.release(job, 0);
    } else if (job.abortCause !== 'lost') {
      this.finish(job, failed(attemptOf(job), abortReason(job.abortCause), job.abortCause));
    }
  }

  runningJobs(): HeldJob[] {
    return [...this.held.values()].filter((job) => job.state === 'running');
  }

  private nextToRun(): HeldJob | undefined {
    if (!this.isSuspectRunning && this.suspects.length > 0) return this.suspects.shift();
    return this.buffer.shift();
  }

  private start(job: HeldJob): void {
    const handler = this.parts.handlers.find(job.claimed.handler);
    if (!handler) {
      this.parts.counters.unknownHandler(job.claimed.handler);
      return this.release(job, UNKNOWN_HANDLER_DELAY_MS);
    }
    job.slot = this.freeSlots.pop() as number;
    job.state = 'running';
    job.startedAtMs = performance.now();
    this.parts.heartbeat.board.occupy(job.slot, job.index, job.startedAtMs + job.claimed.timeoutMs);
    const run = async (): Promise<unknown> =>
      handler.handle(JSON.parse(job.claimed.payloadJson), new HeldJobContext(job, this.sink));
    const running = job.isSuspect ? this.commitStart(job).then((isHeld) => (isHeld ? run() : undefined)) : run();
    running.then(
      (result) => this.settle(job, () => succeeded(attemptOf(job), result)),
      (error: unknown) =>
        this.settle(job, () => failed(attemptOf(job), error, job.abortCause), job.abortCause === 'drain'),
    );
  }

  /** A suspect's start is in the database before its handler runs, so that only its own count grows if the process dies of it. */
  private async commitStart(job: HeldJob): Promise<boolean> {
    this.isSuspectRunning = true;
    const { jobId, leaseToken } = job.claimed;
    const held = await this.parts.leases.start([{ jobId, leaseToken, startedAgoMs: 0 }]);
    job.isStartRecorded = true;
    job.startedAtMs = performance.now();
    if (!held.has(jobId)) this.lose(job.index);
    return held.has(jobId);
  }

  /** The handler has settled: its slot is free, and its attempt ends unless it did already. */
  private settle(job: HeldJob, end: () => FinishedAttempt, isRelease = false): void {
    this.parts.heartbeat.board.vacate(job.slot);
    this.freeSlots.push(job.slot);
    if (job.isSuspect) this.isSuspectRunning = false;
    if (job.state === 'running') {
      if (isRelease) this.release(job, 0);
      else this.finish(job, end());
    }
    this.unsettled.delete(job.claimed.jobId);
    this.pump();
  }

  private finish(job: HeldJob, attempt: FinishedAttempt): void {
    const { claimed } = job;
    this.end(job);
    this.parts.counters.ended(claimed.queueName, claimed.handler, attempt.outcome);
    const written = this.parts.logs.written(job);
    const submit = () => this.parts.flushes.finish(job.index, attempt);
    (written ? written.then(submit) : submit()).then(
      (result) => {
        this.held.delete(job.index);
        if (result === 'lost') this.reportLost(job);
      },
      (error: unknown) => this.finishRefused(job, attempt, error),
    );
  }

  /** The database refused this attempt's own data although it was cleaned: the job fails with an error that is sure to fit. */
  private finishRefused(job: HeldJob, attempt: FinishedAttempt, error: unknown): void {
    const { jobId } = job.claimed;
    this.parts.log.error({ jobId, err: error }, 'the end of an attempt was not stored');
    const forget = (): boolean => this.held.delete(job.index);
    const isData = error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
    if (!isData || attempt.resultJson === null) {
      forget();
      this.parts.heartbeat.drop([job.index]);
      return;
    }
    this.parts.flushes.finish(job.index, unstorable(attemptOf(job))).then(forget, forget);
  }

  private end(job: HeldJob): void {
    if (job.state === 'running') this.unsettled.add(job.claimed.jobId);
    job.state = 'ended';
  }

  private reportLost(job: HeldJob): void {
    this.parts.counters.lost();
    const { jobId, executionSeq } = job.claimed;
    this.parts.log.warn({ jobId, executionSeq }, 'lease lost before the end was recorded, nothing was changed');
  }
}

function attemptOf(job: HeldJob): Attempt {
  return Object.assign({ startedAtMs: job.startedAtMs }, job.claimed);
}

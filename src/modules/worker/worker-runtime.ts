import { setTimeout as delay } from 'node:timers/promises';
import type { ClaimedJob, FinishedAttempt } from '../claiming/index.js';
import type { JobHandlerContract } from '../handlers/index.js';
import { failed, succeeded } from './attempt-end.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { abortReason, HeldJob } from './held-job.js';
import { type ContextSink, HeldJobContext } from './job-context.js';
import { MissingHandlers } from './missing-handlers.js';
import { JobTrace } from './job-trace.js';
import type { ReleaseCause } from './run-counters.js';
import type { RuntimeParts } from './runtime-parts.js';

const STILL_RUNNING_DELAY_MS = 2_000;
const START_AGAIN_MS = 200;
/** A claim that took longer has spent a part of its leases: they are extended at once. */
const LATE_ANSWER_MS = 1_000;
/** More than what makes a sweep late, so that a late sweep always follows. */
const LATE_SWEEP_MS = 1_100;

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
  private readonly missing = new MissingHandlers();
  private readonly freeSlots: number[];
  /** The one whose attempt is under way. A handler that goes on although its attempt has ended holds up no other: its count is settled. */
  private runningSuspect: HeldJob | undefined;
  private isClosed = false;
  private nextIndex = 1;
  private onRoom: () => void = () => undefined;
  private readonly sink: ContextSink;
  private readonly recorder: AttemptRecorder;

  constructor(private readonly parts: RuntimeParts) {
    this.freeSlots = Array.from({ length: parts.config.capacity }, (_, slot) => parts.config.capacity - 1 - slot);
    this.recorder = new AttemptRecorder(parts, this.held);
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

  /**
   * Takes over freshly claimed jobs. Their leases are with the heartbeat thread before the first handler starts. An answer that
   * came late (a process that was stopped, a slow network) is as old as its question: what others may soon take is not started.
   *
   * @param askedAtMs reading of `performance.now()` before the claim was sent
   */
  accept(jobs: readonly ClaimedJob[], askedAtMs: number): void {
    const ageMs = performance.now() - askedAtMs;
    const isTooOld = ageMs > this.parts.leaseConfig.fenceMs;
    const firstIndex = this.nextIndex;
    this.nextIndex += jobs.length;
    this.parts.heartbeat.hold(firstIndex, jobs);
    jobs.forEach((claimed, offset) => {
      const job = new HeldJob(firstIndex + offset, claimed, performance.now(), this.parts.counters.claimed(claimed));
      if (this.parts.tracing.isOn) job.trace = new JobTrace(this.parts.tracing, claimed, ageMs);
      this.held.set(job.index, job);
      this.parts.claimed(claimed);
      if (isTooOld || this.isClosed) this.release(job, 0, isTooOld ? 'late_claim' : 'drain');
      else if (this.unsettled.has(claimed.jobId)) this.release(job, STILL_RUNNING_DELAY_MS, 'still_running');
      else (job.isSuspect ? this.suspects : this.buffer).push(job);
    });
    if (ageMs > LATE_ANSWER_MS && !isTooOld) this.parts.heartbeat.beatNow();
    this.pump();
  }

  /** From here on nothing starts: what waits, and what a claim under way still brings, goes back. */
  close(): void {
    this.isClosed = true;
    this.releaseBuffered();
  }

  pump(): void {
    // The process was stopped, or a handler has blocked it: the sweep looks first which jobs have waited for too long to be ours.
    if (performance.now() - this.parts.heartbeat.board.loopTickAtMs > LATE_SWEEP_MS) return;
    while (this.freeSlots.length > 0) {
      const job = this.nextToRun();
      if (!job) break;
      if (job.state === 'buffered') this.start(job);
    }
    if (this.freeSlots.length > 0) this.onRoom();
  }

  /** Gives a job back, its attempt refunded. */
  release(job: HeldJob, delayMs: number, cause: ReleaseCause): void {
    const startedAgoMs = job.startedAtMs > 0 ? performance.now() - job.startedAtMs : null;
    job.state = 'ended';
    job.trace?.ended('released');
    const { jobId, leaseToken } = job.claimed;
    this.parts.flushes.release(job.index, { jobId, leaseToken, delayMs, startedAgoMs }).then(
      (result) => {
        this.held.delete(job.index);
        this.parts.counters.released(job.cells, result, cause);
      },
      () => this.recorder.forget(job),
    );
  }

  /** Gives back what has not started. */
  releaseBuffered(isDue: (job: HeldJob) => boolean = () => true, suspectDelayMs = 0): void {
    for (const list of [this.buffer, this.suspects]) {
      for (const job of list.splice(0)) {
        if (job.state !== 'buffered') continue; // lost or cancelled while it waited
        if (isDue(job)) this.release(job, job.isSuspect ? suspectDelayMs : 0, this.isClosed ? 'drain' : 'no_slot');
        else list.push(job);
      }
    }
  }

  /** The lease is gone: the handler is told, and nothing is written. */
  lose(index: number): void {
    const job = this.held.get(index);
    if (!job || job.state === 'ended') return;
    job.abort('lost');
    job.trace?.ended('lost');
    this.end(job);
    this.recorder.forget(job);
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
    else if (job?.state === 'buffered') this.release(job, 0, 'no_slot');
  }

  /** The handler did not settle in time after its signal was aborted: the attempt ends, the slot stays taken. */
  giveUp(job: HeldJob): void {
    if (job.state !== 'running' || job.abortCause === null) return;
    if (job.abortCause === 'drain') {
      this.end(job);
      this.release(job, 0, 'drain');
    } else if (job.abortCause !== 'lost') {
      const reason = abortReason(job.abortCause);
      this.finish(job, failed(job.attempt, reason, job.abortCause), reason);
    }
    if (job.isSuspect) this.pump();
  }

  runningJobs(): HeldJob[] {
    return [...this.held.values()].filter((job) => job.state === 'running');
  }

  private nextToRun(): HeldJob | undefined {
    if (!this.runningSuspect && this.suspects.length > 0) return this.suspects.shift();
    return this.buffer.shift();
  }

  private start(job: HeldJob): void {
    const handler = this.parts.handlers.find(job.claimed.handler);
    if (!handler) return this.putBack(job, job.claimed.handler);
    job.slot = this.freeSlots.pop() as number;
    job.state = 'running';
    job.trace?.started();
    this.startClock(job);
    const running = job.isSuspect
      ? this.commitStart(job).then((isHeld) => (isHeld ? this.handle(handler, job) : undefined))
      : this.handle(handler, job);
    running.then(
      (result) => this.succeed(job, result),
      (error: unknown) => this.fail(job, error),
    );
  }

  private putBack(job: HeldJob, handler: string): void {
    this.parts.counters.unknownHandler(handler);
    this.release(job, this.missing.delayMs(handler, performance.now()), 'unknown_handler');
  }

  /** No promise around the handler's own. */
  private handle(handler: JobHandlerContract<unknown>, job: HeldJob): Promise<unknown> {
    try {
      const payload: unknown = JSON.parse(job.claimed.payloadJson);
      job.claimed.payloadJson = '';
      return Promise.resolve(handler.handle(payload, new HeldJobContext(job, this.sink)));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  private succeed(job: HeldJob, result: unknown): void {
    this.vacate(job);
    if (job.state === 'running') this.finish(job, succeeded(job.claimed, job.startedAtMs, result));
    this.settled(job);
  }

  private fail(job: HeldJob, error: unknown): void {
    this.vacate(job);
    if (job.state === 'running') {
      if (job.abortCause === 'drain') this.release(job, 0, 'drain');
      else this.finish(job, failed(job.attempt, error, job.abortCause), error ?? 'failed');
    }
    this.settled(job);
  }

  private startClock(job: HeldJob): void {
    job.startedAtMs = performance.now();
    this.parts.heartbeat.board.occupy(job.slot, job.index, job.startedAtMs + job.timeoutMs);
  }

  /**
   * A suspect's start is in the database before its handler runs, so that only its own count grows if the process dies of it. A
   * database that is away is not the job's fault: the start is repeated for as long as the job is held.
   *
   * @returns whether the handler may run
   */
  private async commitStart(job: HeldJob): Promise<boolean> {
    this.runningSuspect = job;
    const { jobId, leaseToken } = job.claimed;
    while (job.state === 'running') {
      if (job.abortCause !== null) throw abortReason(job.abortCause);
      this.startClock(job);
      try {
        const held = await this.parts.leases.start([{ jobId, leaseToken, startedAgoMs: 0 }]);
        if (!held.has(jobId)) this.lose(job.index);
        job.isStartRecorded = true;
        break;
      } catch (error) {
        this.parts.log.warn({ jobId, err: error }, 'the start of a job was not recorded, it will be repeated');
        await delay(START_AGAIN_MS);
      }
    }
    // Waiting for the database is not running, and what was cancelled or given back meanwhile does not run at all.
    if (job.state === 'running' && job.abortCause !== null) throw abortReason(job.abortCause);
    this.startClock(job);
    return job.state === 'running';
  }

  private vacate(job: HeldJob): void {
    this.parts.heartbeat.board.vacate(job.slot);
    this.freeSlots.push(job.slot);
    if (this.runningSuspect === job) this.runningSuspect = undefined;
  }

  /** The handler has settled: its job may start here again. */
  private settled(job: HeldJob): void {
    if (this.unsettled.size > 0) this.unsettled.delete(job.claimed.jobId);
    this.pump();
  }

  private finish(job: HeldJob, attempt: FinishedAttempt, error?: unknown): void {
    job.trace?.ended(attempt.outcome, error);
    this.end(job);
    this.recorder.record(job, attempt);
  }

  private end(job: HeldJob): void {
    if (job.state === 'running') this.unsettled.add(job.claimed.jobId);
    if (this.runningSuspect === job) this.runningSuspect = undefined;
    job.state = 'ended';
  }
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { hostname } from 'node:os';
import { newId } from '../../kernel/ids.js';
import { DatabaseConfig, ProcessConfig } from '../../platform/config/index.js';
import { Listener, Notifier } from '../../platform/database/index.js';
import { LoopSupervisor, Shutdown } from '../../platform/lifecycle/index.js';
import { Claimer, type HeartbeatEvents, HeartbeatLink } from '../claiming/index.js';
import { ClaimLoop } from './claim.loop.js';
import { Drain, type DrainParts } from './drain.js';
import { Flushes } from './flushes.js';
import { HeldJobChanges } from './held-job-changes.js';
import { JobLogBuffer } from './job-log-buffer.js';
import { RegistrationLoop } from './registration.loop.js';
import { RunCounters } from './run-counters.js';
import { Sweeper } from './sweeper.js';
import { WorkerParts } from './worker-parts.js';
import { WorkerRuntime } from './worker-runtime.js';
import { WORKER_METRICS } from './worker.metrics.js';

const NOT_REGISTERED = 'the worker does not stand in the list of workers yet';
const NO_HEARTBEAT = 'no heartbeat has succeeded lately, so nothing is claimed';

/** Assembles the worker of this process, starts it, and puts its drain into the shutdown. */
@Injectable()
export class WorkerService implements OnApplicationBootstrap {
  readonly workerId = newId();

  constructor(
    private readonly parts: WorkerParts,
    private readonly loops: LoopSupervisor,
    private readonly shutdown: Shutdown,
    private readonly database: DatabaseConfig,
    private readonly listener: Listener,
    private readonly notifier: Notifier,
  ) {}

  onApplicationBootstrap(): void {
    // Told to stop while it started: the drain has been and gone, so nothing may be claimed.
    if (this.shutdown.hasBegun) return;
    const { parts, workerId } = this;
    const counters = new RunCounters(parts.metrics);
    const announce = new HeldJobChanges(this.notifier, () => runtime.held);
    const heartbeat = this.heartbeatLink({
      ready: () => claimLoop.wake(),
      lost: (indexes) => indexes.forEach((index) => runtime.lose(index)),
      cancelled: (indexes) => indexes.forEach((index) => runtime.cancel(index)),
    });
    const flushes = new Flushes(
      parts.finish,
      parts.leases,
      (indexes) => heartbeat.drop(indexes),
      () => !sweeper.isFenced,
      counters,
      announce.written,
    );
    const logs = this.logBuffer();
    const { config, leaseConfig, handlers, leases, log, tracing } = parts;
    const runtime: WorkerRuntime = new WorkerRuntime({
      config,
      leaseConfig,
      handlers,
      leases,
      flushes,
      logs,
      heartbeat,
      counters,
      claimed: announce.claimed,
      tracing,
      log,
    });
    const report = { fenced: () => this.reportFence(), marked: announce.marked };
    const sweeper: Sweeper = new Sweeper(runtime, heartbeat, leases, config, leaseConfig, report);
    const claimer = new Claimer(
      parts.claims,
      { workerId, leaseMs: leaseConfig.leaseMs, queues: config.queues.length > 0 ? config.queues : null },
      (jobs, durationMs) => counters.batched('claim', jobs, durationMs),
    );
    const claimLoop: ClaimLoop = new ClaimLoop(claimer, runtime, flushes, counters, config, this.loops);
    const drain = this.makeDrain({ runtime, heartbeat, sweeper, claimLoop });
    claimLoop.onlyWhile(() => heartbeat.isReady && !sweeper.isFenced && !sweeper.isTooBusy && !drain.hasBegun);
    this.start({ heartbeat, sweeper, claimer, claimLoop, runtime, drain });
  }

  private start(made: {
    heartbeat: HeartbeatLink;
    sweeper: Sweeper;
    claimer: Claimer;
    claimLoop: ClaimLoop;
    runtime: WorkerRuntime;
    drain: Drain;
  }): void {
    const { heartbeat, sweeper, claimer, claimLoop, runtime, drain } = made;
    const { health, metrics } = this.parts;
    for (const lacking of this.parts.handlers.lacking())
      this.parts.log.info(lacking, 'a handler is not offered: this worker lacks what it needs');
    heartbeat.start();
    // Meanwhile the thread starts. A database that is away is met again by the claim loop, which says so.
    claimer.warmUp().catch(() => undefined);
    sweeper.start();
    const registration = this.registration();
    this.loops.run(registration);
    this.loops.run(claimLoop);
    this.listener.subscribe('rota_queued', (queueId) => {
      if (runtime.freeCount > 0) claimLoop.hint(queueId === '' ? undefined : queueId);
    });
    this.listener.subscribe('rota_cancel', (jobId) => {
      for (const job of runtime.held.values()) if (job.claimed.jobId === jobId) return heartbeat.beatNow();
    });
    metrics.gauge(WORKER_METRICS.capacity, (set) => set({}, this.parts.config.capacity));
    metrics.gauge(WORKER_METRICS.jobs, (set) => {
      set({ state: 'running' }, runtime.runningCount);
      set({ state: 'buffered' }, runtime.bufferedCount);
    });
    health.check('registration', () => (registration.hasRegistered ? undefined : NOT_REGISTERED));
    health.check('heartbeat', () => (heartbeat.isReady && !sweeper.isFenced ? undefined : NO_HEARTBEAT));
    this.shutdown.on('drain', 'worker', () => drain.run(this.workerId, this.parts.process.shutdownGraceMs));
  }

  private makeDrain(made: Pick<DrainParts, 'runtime' | 'heartbeat' | 'sweeper' | 'claimLoop'>): Drain {
    const isHurried = (): boolean => this.shutdown.isHurried;
    return new Drain({ ...made, workers: this.parts.workers, notifier: this.notifier, isHurried });
  }

  private logBuffer(): JobLogBuffer {
    const { logSink, metrics } = this.parts;
    return new JobLogBuffer(logSink, (lines) => metrics.count(WORKER_METRICS.logLinesDropped, {}, lines));
  }

  private reportFence(): void {
    const message = 'no heartbeat succeeded in time: handlers aborted, nothing is claimed until one does';
    this.parts.log.error({ workerId: this.workerId }, message);
  }

  private heartbeatLink(events: Omit<HeartbeatEvents, 'failed'>): HeartbeatLink {
    const { config, leaseConfig, log } = this.parts;
    return new HeartbeatLink(
      {
        databaseUrl: this.database.url,
        statementTimeoutMs: this.database.statementTimeoutMs,
        connectTimeoutMs: this.database.connectTimeoutMs,
        workerId: this.workerId,
        leaseMs: leaseConfig.leaseMs,
        heartbeatMs: leaseConfig.heartbeatMs,
        timeoutGraceMs: config.timeoutGraceMs,
        capacity: config.capacity,
      },
      {
        ...events,
        failed: (reason) => log.warn({ workerId: this.workerId, reason }, 'heartbeat failed, it will be repeated'),
      },
    );
  }

  private registration(): RegistrationLoop {
    const { config, handlers, workers } = this.parts;
    return new RegistrationLoop(
      workers,
      {
        id: this.workerId,
        host: hostname(),
        pid: process.pid,
        version: ProcessConfig.version,
        queues: config.queues.length > 0 ? config.queues : null,
        handlers: handlers.offered(),
        capacity: config.capacity,
      },
      this.loops,
    );
  }
}

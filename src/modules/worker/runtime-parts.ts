import type { Log } from '../../platform/logging/index.js';
import type { Tracing } from '../../platform/tracing/index.js';
import type { ClaimedJob, HeartbeatLink, LeaseConfig, LeaseStore } from '../claiming/index.js';
import type { HandlerRegistry } from '../handlers/index.js';
import type { Flushes } from './flushes.js';
import type { JobLogBuffer } from './job-log-buffer.js';
import type { RunCounters } from './run-counters.js';
import type { WorkerConfig } from './worker.config.js';

/** What a worker's runtime is made with. */
export interface RuntimeParts {
  readonly config: WorkerConfig;
  readonly leaseConfig: LeaseConfig;
  readonly handlers: HandlerRegistry;
  readonly leases: LeaseStore;
  readonly flushes: Flushes;
  readonly logs: JobLogBuffer;
  readonly heartbeat: HeartbeatLink;
  readonly counters: RunCounters;
  /** Told of each job that was claimed. */
  readonly claimed: (job: ClaimedJob) => void;
  readonly tracing: Tracing;
  readonly log: Log;
}

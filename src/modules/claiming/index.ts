export { ClaimingModule } from './claiming.module.js';
export { ClaimStore } from './claim.store.js';
export { Claimer, type ClaimerOptions } from './claimer.js';
export type { ClaimedJob, Lease, QueuePolicy } from './claimed-job.js';
export {
  type DeadLetterReason,
  type FinishedAttempt,
  type FinishFate,
  type FinishOutcome,
  type FinishResult,
  FinishStore,
} from './finish.store.js';
export { JOB_LABELS, LOSS_METRICS, RUN_METRICS } from './job.metrics.js';
export { type HeartbeatEvents, HeartbeatLink } from './heartbeat/heartbeat-link.js';
export { LeaseConfig } from './lease.config.js';
export {
  type AttemptPolicy,
  type HeartbeatLease,
  type HeldLease,
  LeaseStore,
  type ReleasedLease,
  type StartedLease,
} from './lease.store.js';
export { type WorkerBeat, type WorkerIdentity, WorkerStore } from './worker.store.js';

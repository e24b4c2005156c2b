import { IsInt, Max, Min } from 'class-validator';
import { Env, type SelfCheckingConfig } from '../../platform/config/index.js';

/** How long a claim holds without a sign of life, and how often the sign comes. Read by workers and by the reaper. */
export class LeaseConfig implements SelfCheckingConfig {
  @Env('LEASE_MS', { doc: 'how long a claim holds without a heartbeat, in milliseconds', default: 30_000 })
  @IsInt()
  @Min(1_000)
  @Max(3_600_000)
  leaseMs: number;

  @Env('WORKER_HEARTBEAT_MS', {
    doc: 'pause between heartbeats, in milliseconds; a lease lasts at least three of them',
    default: 5_000,
  })
  @IsInt()
  @Min(100)
  @Max(600_000)
  heartbeatMs: number;

  /** No heartbeat succeeded for that long: the worker aborts its own handlers, one heartbeat before others may take the jobs. */
  get fenceMs(): number {
    return this.leaseMs - this.heartbeatMs;
  }

  check(): string[] {
    return this.leaseMs < 3 * this.heartbeatMs
      ? ['LEASE_MS must be at least three times WORKER_HEARTBEAT_MS, or one late heartbeat loses live jobs']
      : [];
  }
}

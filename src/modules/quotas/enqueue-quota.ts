import { Injectable } from '@nestjs/common';
import { type RateLimitState, RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { EnqueueLeaseStore } from './enqueue-lease.store.js';
import { QuotasConfig } from './quotas.config.js';

/** What this process holds of a project's minute. */
interface Holding {
  readonly endsAtMs: number;
  readonly minute: number | null;
  limit: number | null;
  left: number;
  /** Nobody can get more before the minute is over. */
  isDry: boolean;
  /** Taken by all processes, as of the last lease. */
  leased: number;
}

export interface EnqueueUse {
  readonly limit: number | null;
  readonly used: number;
  readonly resetSeconds: number;
}

/** Jobs that were counted. */
export interface TakenJobs {
  readonly state: RateLimitState;
  /** For jobs that were not stored after all. */
  giveBack(): void;
}

const BLOCKS_PER_MINUTE = 20;
const MAX_BLOCK = 500;
const MAX_PROJECTS = 10_000;

/**
 * Jobs per project and minute over all api processes. Each process takes blocks of a twentieth of the limit and spends them from
 * memory, so an enqueue costs no statement and no row is hot. The limit is never exceeded; what a process holds and does not spend
 * is lost at the end of the minute, at most a block.
 */
@Injectable()
export class EnqueueQuota {
  private readonly holdings = new Map<string, Holding>();
  private readonly leasing = new Map<string, Promise<unknown>>();

  constructor(
    private readonly database: AppDatabase,
    private readonly store: EnqueueLeaseStore,
    private readonly config: QuotasConfig,
  ) {}

  /** Takes `jobs` at once or none. Undefined: there is no limit. Throws `rate_limited` ENQUEUE_RATE_LIMITED. */
  async take(projectId: string, jobs: number): Promise<TakenJobs | undefined> {
    for (;;) {
      const holding = this.current(projectId);
      if (holding?.limit === null) return undefined;
      if (holding && holding.left >= jobs) {
        holding.left -= jobs;
        return { state: stateOf(holding), giveBack: () => void (holding.left += jobs) };
      }
      if (holding && (holding.isDry || jobs > holding.limit)) throw refusal(holding, jobs);
      await this.leaseOnce(projectId, jobs);
    }
  }

  /** After the limit of a project was changed: it counts at once in this process, with the next block elsewhere. */
  forget(projectId: string): void {
    this.holdings.delete(projectId);
  }

  async use(projectId: string): Promise<EnqueueUse> {
    const lease = await this.store.read(this.database, projectId, this.config.enqueueLimitPerMinute);
    const unspent = this.current(projectId)?.left ?? 0;
    const leased = lease?.leased ?? 0;
    return { limit: lease?.limit ?? null, used: Math.max(0, leased - unspent), resetSeconds: lease?.secondsLeft ?? 60 };
  }

  private current(projectId: string): Holding | undefined {
    const holding = this.holdings.get(projectId);
    if (holding && holding.endsAtMs > performance.now()) return holding;
    this.holdings.delete(projectId);
    return undefined;
  }

  /** One lease at a time per project: who waited looks again at what it brought. */
  private async leaseOnce(projectId: string, jobs: number): Promise<void> {
    const underWay = this.leasing.get(projectId);
    if (underWay) return void (await underWay.catch(() => undefined));
    const leasing = this.lease(projectId, jobs).finally(() => this.leasing.delete(projectId));
    this.leasing.set(projectId, leasing);
    await leasing;
  }

  private async lease(projectId: string, jobs: number): Promise<void> {
    const known = this.current(projectId);
    const missing = jobs - (known?.left ?? 0);
    const wanted = Math.max(missing, known?.limit ? blockOf(known.limit) : 1);
    const lease = await this.store.lease(this.database, projectId, wanted, this.config.enqueueLimitPerMinute);
    const isDry = lease.granted < wanted;
    const held = this.current(projectId);
    // What was held may belong to a minute that ended while we asked: it is lost then.
    if (held && held.minute === lease.minute) {
      Object.assign(held, { limit: lease.limit, left: held.left + lease.granted, isDry, leased: lease.leased });
      return;
    }
    const { limit, minute, granted: left, leased } = lease;
    if (this.holdings.size >= MAX_PROJECTS) this.holdings.clear();
    const endsAtMs = performance.now() + lease.secondsLeft * 1_000;
    this.holdings.set(projectId, { endsAtMs, minute, limit, left, isDry, leased });
  }
}

function blockOf(limit: number): number {
  return Math.min(MAX_BLOCK, Math.max(1, Math.ceil(limit / BLOCKS_PER_MINUTE)));
}

function stateOf(holding: Holding): RateLimitState {
  const limit = holding.limit ?? 0;
  return {
    policy: 'enqueue',
    limit,
    windowSeconds: 60,
    remaining: Math.max(0, limit - holding.leased) + holding.left,
    resetSeconds: (holding.endsAtMs - performance.now()) / 1_000,
  };
}

function refusal(holding: Holding, jobs: number): RotaError {
  const state = stateOf(holding);
  const detail =
    jobs > state.limit
      ? `${jobs} jobs at once are more than the ${state.limit} that this project may enqueue per minute`
      : `this project has enqueued the ${state.limit} jobs that it may enqueue per minute`;
  return new RotaError('rate_limited', 'ENQUEUE_RATE_LIMITED', detail, {
    retryAfterMs: state.resetSeconds * 1_000,
    rateLimit: state,
  });
}

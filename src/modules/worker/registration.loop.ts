import { Loop, type LoopObserver, type TickResult } from '../../platform/lifecycle/index.js';
import type { WorkerIdentity, WorkerStore } from '../claiming/index.js';

/** Registers this boot, and again should its row have been swept away: the heartbeat then finds no row to beat on. */
export class RegistrationLoop extends Loop {
  /** This boot stands in the list of workers. */
  hasRegistered = false;

  constructor(
    private readonly workers: WorkerStore,
    private readonly worker: WorkerIdentity,
    observer?: LoopObserver,
  ) {
    super({ name: 'registration', intervalMs: 30_000 }, observer);
  }

  protected async tick(): Promise<TickResult> {
    await this.workers.register(this.worker);
    this.hasRegistered = true;
    return 'idle';
  }
}

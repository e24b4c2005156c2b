import { Database, type DatabaseOptions } from './database.js';

/** Requests and read models: the planner chooses freely. */
export class AppDatabase extends Database {}

/**
 * Enqueue, claim and finish. Statistics taken on a drained queue say "empty", and plans made from them are up to 165 times too
 * slow; with these settings and statements written to match there is one possible plan (measured: analysed while empty
 * 62–294 jobs/s with either alone, 10,400 with both).
 */
export class HotDatabase extends Database {
  constructor(options: DatabaseOptions) {
    super({
      ...options,
      settings: {
        ...options.settings,
        enable_seqscan: 'off',
        enable_hashjoin: 'off',
        enable_mergejoin: 'off',
        plan_cache_mode: 'force_generic_plan',
        jit: 'off',
      },
    });
  }
}

/** Heartbeat, reaper, promoter, materializer: connections of their own, so that a dry pool never costs a lease. */
export class ControlDatabase extends Database {}

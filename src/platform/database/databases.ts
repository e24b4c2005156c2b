import { Database, type DatabaseOptions } from './database.js';
import { ONE_POSSIBLE_PLAN } from './session-settings.js';

/** Requests and read models: the planner chooses freely. */
export class AppDatabase extends Database {}

const KEPT_OPEN = 1;

/** Enqueue, claim and finish: statements that must have one possible plan. */
export class HotDatabase extends Database {
  constructor(options: DatabaseOptions) {
    // A login in the way of a job that comes after a quiet spell would be most of its latency.
    super({ min: KEPT_OPEN, ...options, settings: { ...options.settings, ...ONE_POSSIBLE_PLAN } });
  }
}

/** Heartbeat, reaper, promoter, materializer: connections of their own, so that a dry pool never costs a lease. */
export class ControlDatabase extends Database {}

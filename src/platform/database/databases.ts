import { Database, type DatabaseOptions } from './database.js';
import { ONE_POSSIBLE_PLAN } from './session-settings.js';

/** Requests and read models: the planner chooses freely. */
export class AppDatabase extends Database {}

/** Enqueue, claim and finish: statements that must have one possible plan. */
export class HotDatabase extends Database {
  constructor(options: DatabaseOptions) {
    super({ ...options, settings: { ...options.settings, ...ONE_POSSIBLE_PLAN } });
  }
}

/** Heartbeat, reaper, promoter, materializer: connections of their own, so that a dry pool never costs a lease. */
export class ControlDatabase extends Database {}

import { Database, type DatabaseOptions, type PipelinedSession, runOn } from './database.js';
import { ONE_POSSIBLE_PLAN } from './session-settings.js';
import type { BoundStatement, Statement } from './sql-loader.js';

/** Requests and read models: the planner chooses freely. */
export class AppDatabase extends Database {}

const KEPT_OPEN = 1;

/** Enqueue, claim and finish: statements that must have one possible plan. */
export class HotDatabase extends Database implements PipelinedSession {
  constructor(options: DatabaseOptions) {
    // A login in the way of a job that comes after a quiet spell would be most of its latency.
    super({ min: KEPT_OPEN, pipeline: true, ...options, settings: { ...options.settings, ...ONE_POSSIBLE_PLAN } });
  }

  override query<Row>(
    statement: Statement | string,
    values: readonly unknown[] = [],
    rider?: BoundStatement,
  ): Promise<Row[]> {
    return this.withConnection(async (client) => {
      const answer = runOn<Row>(client, statement, values);
      if (rider) runOn(client, rider.statement, rider.values).catch(() => undefined);
      return (await answer).rows;
    });
  }
}

/** Heartbeat, reaper, promoter, materializer: connections of their own, so that a dry pool never costs a lease. */
export class ControlDatabase extends Database {}

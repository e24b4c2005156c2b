import { setTimeout as delay } from 'node:timers/promises';
import { migrations } from '../../migrations/index.js';
import { followDatabaseClock } from '../platform/clock/index.js';
import type { DatabaseConfig } from '../platform/config/index.js';
import { ControlDatabase, type SchemaState, schemaState } from '../platform/database/index.js';
import type { ProcessServices } from '../platform/lifecycle/index.js';

const LOOK_EVERY_MS = 1_000;
const KEEP_ANSWER_MS = 5_000;

const REASONS: Record<SchemaState | 'unreachable', string | undefined> = {
  current: undefined,
  pending: 'migrations are pending: run `rota migrate`',
  ahead: 'the schema is newer than this build: deploy the newer build',
  foreign: 'the schema is of another line of builds: deploy the build that made it',
  unreachable: 'the database cannot be reached',
};

/**
 * Holds a process back from a schema that it does not know, and says so on `/readyz`. One that runs already goes on when the schema
 * is migrated under it, as it is before every roll-out: by the rule of migrations/README.md the build before can work with it.
 */
export class SchemaGate {
  private readonly database: ControlDatabase;
  private isOpen = false;
  private answer: { readonly state: SchemaState | 'unreachable'; readonly atMs: number } | undefined;

  constructor(
    config: DatabaseConfig,
    private readonly services: ProcessServices,
  ) {
    const { url, connectTimeoutMs } = config;
    this.database = new ControlDatabase({
      url,
      name: 'rota-schema',
      max: 1,
      statementTimeoutMs: 5_000,
      connectTimeoutMs,
    });
    services.health.check('schema', async () => this.reason(await this.state()));
    services.shutdown.on('connections', 'schema gate', () => this.database.close());
  }

  /** Resolves when the schema is the one that this build knows; false when the process is told to stop meanwhile. */
  async opens(): Promise<boolean> {
    let told: string | undefined;
    while (!this.services.shutdown.hasBegun) {
      const reason = this.reason(await this.state());
      if (reason === undefined) {
        await this.followClock();
        return (this.isOpen = true);
      }
      if (reason !== told) this.services.log.warn({ reason }, 'waiting for the schema');
      told = reason;
      this.answer = undefined;
      await delay(LOOK_EVERY_MS);
    }
    return false;
  }

  /** Before anything mints an id: the process names itself by one. A failure is made up for by the loop that goes on with this. */
  private async followClock(): Promise<void> {
    const clock = await followDatabaseClock(this.database).catch(() => undefined);
    if (!clock?.isStep) return;
    const message = 'the clock of this host is off: the time of the database is taken';
    this.services.log.warn({ aheadMs: Math.round(clock.aheadMs) }, message);
  }

  private reason(state: SchemaState | 'unreachable'): string | undefined {
    return this.isOpen && state === 'ahead' ? undefined : REASONS[state];
  }

  private async state(): Promise<SchemaState | 'unreachable'> {
    const nowMs = performance.now();
    if (this.answer && nowMs - this.answer.atMs < KEEP_ANSWER_MS) return this.answer.state;
    const state = await schemaState(this.database, migrations).catch(() => 'unreachable' as const);
    this.answer = { state, atMs: nowMs };
    return state;
  }
}

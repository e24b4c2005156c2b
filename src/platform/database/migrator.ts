import { DataSource, MigrationExecutor, type MigrationInterface } from 'typeorm';
import type { Session } from './database.js';

const JOURNAL = 'migrations';
/** Any constant of our own: one lock around everything, the making of the journal included. */
const LOCK_KEY = 7_206_105_118;

type MigrationClass = new () => MigrationInterface;

/** Applies and reverts migrations. Any number may run at once: one transaction lock lets them through one by one. */
export class Migrator {
  constructor(
    private readonly url: string,
    private readonly migrations: readonly MigrationClass[],
  ) {}

  /** Names of the migrations that this call applied. */
  up(): Promise<string[]> {
    return this.locked(async (executor) =>
      (await executor.executePendingMigrations()).map((migration) => migration.name),
    );
  }

  /** Reverts the newest applied migration and answers its name; undefined where there is none. */
  down(): Promise<string | undefined> {
    return this.locked(async (executor) => {
      const applied = (await executor.getExecutedMigrations()).toSorted(
        (one, other) => other.timestamp - one.timestamp,
      );
      const [newest] = applied;
      if (newest === undefined) return undefined;
      if (!this.migrations.some(({ name }) => name === newest.name)) {
        throw new Error(`${newest.name} comes from another build: revert it with that one`);
      }
      await executor.undoLastMigration();
      return newest.name;
    });
  }

  private async locked<T>(work: (executor: MigrationExecutor) => Promise<T>): Promise<T> {
    const dataSource = await new DataSource({
      type: 'postgres',
      url: this.url,
      applicationName: 'rota-migrate',
      installExtensions: false,
      migrations: [...this.migrations],
      migrationsTableName: JOURNAL,
      poolSize: 2,
    }).initialize();
    const runner = dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'none';
      const result = await work(executor);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
      await dataSource.destroy();
    }
  }
}

/**
 * `pending`: migrations of this build are not applied. `ahead`: all are, and others that it does not know. `foreign`: both, as after
 * a branch; neither this build nor a migration of it fits.
 */
export type SchemaState = 'current' | 'pending' | 'ahead' | 'foreign';

export interface SchemaStanding {
  readonly state: SchemaState;
  readonly applied: readonly string[];
  /** Of this build, not applied. */
  readonly pending: readonly string[];
  /** Applied, not of this build. */
  readonly unknown: readonly string[];
}

type Known = readonly { readonly name: string }[];

/** How the database's schema stands to the migrations that this build knows. */
export async function schemaStanding(session: Session, migrations: Known): Promise<SchemaStanding> {
  const [journal] = await session.query<{ exists: boolean }>(`SELECT to_regclass('${JOURNAL}') IS NOT NULL AS exists`);
  const rows = journal?.exists
    ? await session.query<{ name: string }>(`SELECT name FROM ${JOURNAL} ORDER BY timestamp`)
    : [];
  const applied = rows.map(({ name }) => name);
  const known = migrations.map(({ name }) => name);
  const pending = known.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !known.includes(name));
  const isPending = pending.length > 0;
  const state = unknown.length > 0 ? (isPending ? 'foreign' : 'ahead') : isPending ? 'pending' : 'current';
  return { state, applied, pending, unknown };
}

export async function schemaState(session: Session, migrations: Known): Promise<SchemaState> {
  return (await schemaStanding(session, migrations)).state;
}

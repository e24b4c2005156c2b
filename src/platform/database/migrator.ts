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

  /** Reverts the newest applied migration. */
  down(): Promise<void> {
    return this.locked((executor) => executor.undoLastMigration());
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

export type SchemaState = 'current' | 'pending' | 'ahead';

/** How the database's schema stands to the migrations that this build knows. */
export async function schemaState(
  session: Session,
  migrations: readonly { readonly name: string }[],
): Promise<SchemaState> {
  const [journal] = await session.query<{ exists: boolean }>(`SELECT to_regclass('${JOURNAL}') IS NOT NULL AS exists`);
  if (!journal?.exists) return 'pending';
  const applied = await session.query<{ name: string }>(`SELECT name FROM ${JOURNAL}`);
  const names = new Set(applied.map((row) => row.name));
  const known = new Set(migrations.map((migration) => migration.name));
  if ([...known].some((name) => !names.has(name))) return 'pending';
  return [...names].some((name) => !known.has(name)) ? 'ahead' : 'current';
}

import { DatabaseConfig, type Environment, loadConfig } from '../platform/config/index.js';
import { AppDatabase } from '../platform/database/index.js';

/** Lends one connection without a pooler in between, and closes it. */
export async function withDatabase<Result>(
  env: Environment,
  work: (database: AppDatabase) => Promise<Result>,
): Promise<Result> {
  const { listenUrl, statementTimeoutMs, connectTimeoutMs } = loadConfig(DatabaseConfig, env);
  const database = new AppDatabase({ url: listenUrl, name: 'rota-cli', max: 1, statementTimeoutMs, connectTimeoutMs });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

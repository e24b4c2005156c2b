import { migrations } from '../../migrations/index.js';
import { DatabaseConfig, loadConfig } from '../platform/config/index.js';
import { Migrator, schemaState } from '../platform/database/index.js';
import { type Command, type CommandContext, UsageError } from './command.js';
import { withDatabase } from './with-database.js';

/** Only this migrates; the roles wait for the schema that they know. */
export const migrateUp: Command = async (context) => {
  const applied = await migratorOf(context).up();
  context.print(applied.length === 0 ? 'nothing to apply' : `applied ${applied.join(', ')}`);
  return 0;
};

export const migrateDown: Command = async (context) => {
  await migratorOf(context).down();
  context.print('reverted the newest migration');
  return 0;
};

export const migrateStatus: Command = async (context) => {
  configOf(context);
  const state = await withDatabase(context.env, (database) => schemaState(database, migrations));
  context.print(state);
  return state === 'current' ? 0 : 1;
};

function migratorOf(context: CommandContext): Migrator {
  return new Migrator(configOf(context).ownerUrl, migrations);
}

function configOf({ args, env }: CommandContext): DatabaseConfig {
  if (args.length > 0) throw new UsageError(`migrate takes no ${args.join(' ')}: up (no word), down or status`);
  return loadConfig(DatabaseConfig, env);
}

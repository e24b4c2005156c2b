import { migrations } from '../../migrations/index.js';
import { DatabaseConfig, loadConfig } from '../platform/config/index.js';
import { Migrator, type SchemaStanding, schemaStanding } from '../platform/database/index.js';
import { type Command, type CommandContext, confirmed, EXIT } from './command.js';
import { withDatabase } from './with-database.js';

/** Only this migrates; the roles wait for the schema that they know. */
export const migrateUp: Command = async (call) => {
  const applied = await migratorOf(call).up();
  call.output.say({ applied }, applied.length === 0 ? 'nothing to apply' : `applied ${applied.join(', ')}`);
  return EXIT.done;
};

export const migrateDown: Command = async (call) => {
  const migrator = migratorOf(call);
  await confirmed(call, 'Reverting a migration deletes the data that it made room for. Revert the newest one?');
  const reverted = (await migrator.down()) ?? null;
  call.output.say({ reverted }, reverted === null ? 'nothing to revert' : `reverted ${reverted}`);
  return EXIT.done;
};

export const migrateStatus: Command = async ({ env, output }) => {
  const standing = await withDatabase(env, (database) => schemaStanding(database, migrations));
  output.say(standing, describe(standing));
  return standing.state === 'current' ? EXIT.done : EXIT.notDone;
};

function describe({ state, pending, unknown }: SchemaStanding): string {
  const lines = [state as string];
  for (const name of pending) lines.push(`  to apply  ${name}`);
  for (const name of unknown) lines.push(`  unknown   ${name}`);
  return lines.join('\n');
}

function migratorOf({ env }: CommandContext): Migrator {
  return new Migrator(loadConfig(DatabaseConfig, env).ownerUrl, migrations);
}

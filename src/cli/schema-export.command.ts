import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSchemaCatalog } from '../modules/diagnosis/index.js';
import { type Command, EXIT } from './command.js';
import { withDatabase } from './with-database.js';

/** Writes what the migrations make, from a database that they have made; `rota doctor` holds others against it. */
export const exportSchema: Command = async ({ options, env, output }) => {
  const folder = path.join(String(options['directory']), 'migrations');
  const catalog = await withDatabase(env, readSchemaCatalog);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'schema.json'), `${JSON.stringify(catalog, null, 2)}\n`);
  output.say({ wrote: 'migrations/schema.json' }, 'wrote migrations/schema.json');
  return EXIT.done;
};

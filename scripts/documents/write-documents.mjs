// The pages about the database and the life of a job, from the database and the sources themselves.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCatalog } from './catalog.mjs';
import { erDiagram } from './er-diagram.mjs';
import { schemaDump } from './schema-dump.mjs';
import { stateMachinePage } from './state-machine.mjs';
import { tablesPage } from './tables-page.mjs';

export const DATABASE_DOCUMENTS = [
  'docs/database/schema.sql',
  'docs/database/er-diagram.md',
  'docs/database/tables.md',
];
export const STATE_DOCUMENTS = ['docs/state-machine.md'];

export async function writeDatabaseDocuments(folder, url) {
  const catalog = await readCatalog(url);
  const pages = [schemaDump(catalog), erDiagram(catalog), tablesPage(catalog)];
  for (const [index, name] of DATABASE_DOCUMENTS.entries()) write(folder, name, pages[index]);
}

export async function writeStateDocuments(folder) {
  write(folder, STATE_DOCUMENTS[0], await stateMachinePage());
}

function write(folder, name, content) {
  const target = path.join(folder, name);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

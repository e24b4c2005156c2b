import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Command } from './command.js';
import { permissionsPage } from './permissions-document.js';

/** Writes the table of permissions for people, from the one that the guard decides by. */
export const exportPermissions: Command = async ({ args, print }) => {
  const { values } = parseArgs({ args: [...args], options: { directory: { type: 'string', default: '.' } } });
  mkdirSync(path.join(values.directory, 'docs'), { recursive: true });
  writeFileSync(path.join(values.directory, 'docs/permissions.md'), permissionsPage());
  print('wrote docs/permissions.md');
  return Promise.resolve(0);
};

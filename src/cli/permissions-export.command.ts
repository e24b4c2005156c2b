import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from './command.js';
import { permissionsPage } from './permissions-document.js';

/** Writes the table of permissions for people, from the one that the guard decides by. */
export const exportPermissions: Command = async ({ options, print }) => {
  const directory = String(options['directory']);
  mkdirSync(path.join(directory, 'docs'), { recursive: true });
  writeFileSync(path.join(directory, 'docs/permissions.md'), permissionsPage());
  print('wrote docs/permissions.md');
  return Promise.resolve(0);
};

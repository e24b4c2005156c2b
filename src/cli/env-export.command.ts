import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from './command.js';
import { CONFIG_ROOMS } from './config-rooms.js';
import { configurationPage, envExample } from './env-documents.js';

/** Writes what people read about the configuration, from the classes that the processes read it with. */
export const exportEnvironment: Command = async ({ options, print }) => {
  const directory = String(options['directory']);
  mkdirSync(path.join(directory, 'docs'), { recursive: true });
  const documents = {
    '.env.example': envExample(CONFIG_ROOMS),
    'docs/configuration.md': configurationPage(CONFIG_ROOMS),
  };
  for (const [name, content] of Object.entries(documents)) {
    writeFileSync(path.join(directory, name), content);
    print(`wrote ${name}`);
  }
  return Promise.resolve(0);
};

// `npm run env:init`: makes .env from .env.example, with fresh secrets. Never touches one that exists.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { projectRoot } from './bootstrap/project-root.mjs';
import { freshEnvironmentFile } from './environment-file.mjs';

try {
  writeFileSync(path.join(projectRoot, '.env'), freshEnvironmentFile(), { flag: 'wx', mode: 0o600 });
  console.log('.env is written, with fresh secrets');
} catch (error) {
  console.error(error.code === 'EEXIST' ? '.env exists already and stays as it is' : error.message);
  process.exitCode = 1;
}

// `npm run env:init`: makes .env from .env.example, with fresh secrets. Never touches one that exists.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { projectRoot } from './bootstrap/project-root.mjs';

const FRESH = ['JWT_SECRET', 'JWT_REFRESH_SECRET', 'SECRETS_KEY', 'POSTGRES_PASSWORD', 'SERVICE_PASSWORD'];

const secret = () => randomBytes(32).toString('base64url');
const example = readFileSync(path.join(projectRoot, '.env.example'), 'utf8');
const filled = FRESH.reduce((text, name) => {
  const line = `${name}=${secret()}`;
  const open = new RegExp(`^${name}=$`, 'm');
  return open.test(text) ? text.replace(open, line) : `${text}\n# for docker compose\n${line}\n`;
}, example);
// ROLE and DATABASE_URL differ between processes: docker compose and npm start set them.
const content = filled.replaceAll(/^(ROLE|DATABASE_URL)=$/gm, '# $1=');

try {
  writeFileSync(path.join(projectRoot, '.env'), content, { flag: 'wx', mode: 0o600 });
  console.log('.env is written, with fresh secrets');
} catch (error) {
  console.error(error.code === 'EEXIST' ? '.env exists already and stays as it is' : error.message);
  process.exitCode = 1;
}

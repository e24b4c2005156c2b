// What `.env` holds for docker compose. Uses nothing that is newer than Node 20: `npm run env:init` comes before any install.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './bootstrap/project-root.mjs';

const FRESH = ['JWT_SECRET', 'JWT_REFRESH_SECRET', 'SECRETS_KEY', 'POSTGRES_PASSWORD', 'SERVICE_PASSWORD'];

/** Only docker compose reads these. */
const NUMBERS = `# for docker compose: how many workers and schedulers it keeps
# ROTA_WORKERS=1
# ROTA_SCHEDULERS=1
`;

const secret = () => randomBytes(32).toString('base64url');

/** `.env.example` with fresh secrets. ROLE and DATABASE_URL differ between processes: docker compose and npm start set them. */
export function freshEnvironmentFile() {
  const example = readFileSync(path.join(projectRoot, '.env.example'), 'utf8');
  const filled = FRESH.reduce((text, name) => {
    const line = `${name}=${secret()}`;
    const open = new RegExp(`^${name}=$`, 'm');
    return open.test(text) ? text.replace(open, line) : `${text}\n# for docker compose\n${line}\n`;
  }, example);
  return `${filled}\n${NUMBERS}`.replaceAll(/^(ROLE|DATABASE_URL)=$/gm, '# $1=');
}

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { removeLocalFiles, writeLocalSettings } from './local-file.mjs';

describe('the settings that npm start leaves for further processes', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'rota-settings-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const written = (environment: Record<string, string>) => {
    writeLocalSettings({ home, environment });
    return parseEnv(readFileSync(path.join(home, 'local.env'), 'utf8'));
  };

  it('are those that its handlers need, whatever stands in them', () => {
    const settings = {
      DATABASE_URL: 'postgres://rota:p%23ss@127.0.0.1:55432/rota?a=b#c',
      SECRETS_KEY: 'k'.repeat(32),
      HANDLER_MODULES: "./it's mine.mjs,./#2.mjs",
      HTTP_HANDLER_ALLOWLIST: 'localhost:8026,127.0.0.1:8026',
      SMTP_URL: 'smtp://127.0.0.1:1025',
      SMTP_FROM: '"Rota" <rota@localhost.localdomain>',
    };
    expect(written({ ...settings, PATH: '/bin', HOME: '/home/ada' })).toEqual(settings);
  });

  it('are neither what each process chooses for itself nor what only the api needs', () => {
    const own = { ROLE: 'api', API_PORT: '3000', OPERATIONS_PORT: '9464', JWT_SECRET: 'x', DEMO_PASSWORD: 'x' };
    expect(written({ ...own, WORKER_QUEUES: '' })).toEqual({});
  });

  it('can be read by their owner only, and go with the installation', () => {
    written({ SECRETS_KEY: 'x' });
    const file = path.join(home, 'local.env');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    removeLocalFiles(home);
    expect(existsSync(file)).toBe(false);
  });
});

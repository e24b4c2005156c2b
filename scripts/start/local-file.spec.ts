import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readLocalFile, removeLocalFiles, updateLocalFile, writeLocalFile, writeLocalSettings } from './local-file.mjs';
import { PORTS } from './options.mjs';
import { RunLock } from './run-lock.mjs';

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

describe('what npm start tells about itself after a new seed', () => {
  const fresh = { email: 'new@rota.test', password: 'new', projectId: 'new', apiKey: 'new' };
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'rota-local-'));
    const ports = Object.fromEntries(Object.entries(PORTS).map(([name, port]) => [name, port.default]));
    const databases = { url: 'postgres://service@127.0.0.1/rota', ownerUrl: 'postgres://owner@127.0.0.1/rota' };
    const access = { email: 'old@rota.test', password: 'old', projectId: 'old', apiKey: 'old' };
    writeLocalFile({ home, ports, access, databases, databaseName: 'embedded' });
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('is the new key if it was of its own database, and the old one if it was of another', async () => {
    const lock = new RunLock(home);
    await lock.acquire({ what: 'http://localhost:3000' });
    expect(updateLocalFile(home, 'db.example/other', fresh)).toBe(false);
    expect(readLocalFile(home)).toMatchObject({ apiKey: 'old', receiverUrl: 'http://localhost:8026' });
    expect(updateLocalFile(home, 'embedded', fresh)).toBe(true);
    expect(readLocalFile(home)).toMatchObject({ apiKey: 'new', projectId: 'new', databaseName: 'embedded' });
    lock.release();
  });

  it('is not read from what a killed installation left behind', () => {
    expect(readLocalFile(home)).toBeUndefined();
    expect(updateLocalFile(home, 'embedded', fresh)).toBe(false);
  });
});

import { runCommand } from '../../src/cli/run-command.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('the command line', () => {
  let database: TestDatabase;
  let output: string[];
  let complaints: string[];
  beforeEach(async () => {
    database = await createTestDatabase();
    output = [];
    complaints = [];
  });
  afterEach(() => database.close());

  const rota = (line: string, env: Record<string, string> = {}): Promise<number> =>
    runCommand(line === '' ? [] : line.split(' '), {
      env: {
        DATABASE_URL: database.url,
        MIGRATION_DATABASE_URL: database.ownerUrl,
        SECRETS_KEY: 'a key that is used by this test only',
        OWNER_PASSWORD: 'correct horse battery',
        ...env,
      },
      print: (text) => void output.push(text),
      complain: (text) => void complaints.push(text),
    });

  it('lists its commands, and complains about one that does not exist', async () => {
    expect(await rota('')).toBe(0);
    expect(output.join('\n')).toContain('rota migrate status');
    expect(await rota('migrat')).toBe(2);
    expect(complaints[0]).toContain('no such command: migrat');
  });

  it('names every fault of the configuration and no value', async () => {
    expect(await rota('migrate', { DATABASE_URL: 'mysql://user:hunter2@host/db' })).toBe(1);
    expect(complaints.join('\n')).toContain('DATABASE_URL');
    expect(complaints.join('\n')).not.toContain('hunter2');
  });

  it('tells pending from current, and migrates down and up', async () => {
    expect([await rota('migrate status'), await rota('migrate down'), await rota('migrate status')]).toEqual([0, 0, 1]);
    expect([await rota('migrate'), await rota('migrate'), await rota('migrate status')]).toEqual([0, 0, 0]);
    expect(output).toEqual([
      'current',
      'reverted the newest migration',
      'pending',
      expect.stringMatching(/^applied Initial/),
      'nothing to apply',
      'current',
    ]);
  });

  it('creates the first owner as the operator, and changes nothing when called again', async () => {
    expect(await rota('owner create --email ada@example.com --organization Engines')).toBe(0);
    expect(await rota('owner create --email ada@example.com --organization Other')).toBe(1);
    expect(await database.sql('SELECT email, is_operator FROM users')).toEqual([
      { email: 'ada@example.com', is_operator: true },
    ]);
    expect(await database.sql('SELECT name FROM organizations')).toEqual([{ name: 'Engines' }]);
    expect(output.join('\n')).not.toContain('correct horse battery');
  });

  it('refuses an owner without address, and a password that is too short', async () => {
    expect(await rota('owner create')).toBe(2);
    expect(await rota('owner create --email ada@example.com', { OWNER_PASSWORD: 'short' })).toBe(1);
    expect(await rota('owner create --mail ada@example.com')).toBe(2);
    expect(await database.sql('SELECT 1 FROM users')).toEqual([]);
  });

  it('resumes every queue and schedule, and leaves what is deleted alone', async () => {
    expect(await rota('seed --json')).toBe(0);
    await database.sql(`UPDATE queues SET paused_at = now(), paused_reason = 'storm'`);
    await database.sql(`UPDATE queues SET deleted_at = now() WHERE name = 'reports'`);
    await database.sql(`UPDATE schedules SET paused_at = now(), next_slot_at = now() - interval '1 hour'`);
    expect(await rota('db resume')).toBe(0);
    expect(output.at(-1)).toBe('resumed 2 queues and 2 schedules');
    expect(await database.sql('SELECT name FROM queues WHERE paused_at IS NOT NULL')).toEqual([{ name: 'reports' }]);
    expect(await database.sql('SELECT bool_and(next_slot_at > now()) AS ahead FROM schedules')).toEqual([
      { ahead: true },
    ]);
  });

  it('resets only when told twice in production', async () => {
    expect(await rota('seed --json')).toBe(0);
    const production = { NODE_ENV: 'production' };
    expect(await rota('seed --reset', production)).toBe(2);
    expect(complaints.at(-1)).toContain('--force');
    expect(await rota('seed --reset --force --json', production)).toBe(0);
  });
});

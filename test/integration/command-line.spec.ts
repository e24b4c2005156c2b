import { migrations } from '../../migrations/index.js';
import { CommandLine } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { aYoungMinute } from '../support/young-minute.js';

describe('the command line', () => {
  let database: TestDatabase;
  let line: CommandLine;
  beforeEach(async () => {
    database = await createTestDatabase();
    line = new CommandLine(database);
  });
  afterEach(() => database.close());

  it('lists its commands, explains each, and complains about one that does not exist', async () => {
    expect(await line.rota('')).toBe(0);
    expect(line.output.join('\n')).toContain('resume-all');
    expect(line.output.join('\n')).toContain('Exit codes');
    expect(await line.rota('enqueue --help')).toBe(0);
    expect(line.output.at(-1)).toContain('--payload <json>');
    expect(await line.rota('migrat')).toBe(2);
    expect(line.complaints[0]).toContain(`unknown command 'migrat'`);
  });

  it('names every fault of the configuration and no value', async () => {
    expect(await line.rota('migrate', { DATABASE_URL: 'mysql://user:hunter2@host/db' })).toBe(1);
    expect(line.complaints.join('\n')).toContain('DATABASE_URL');
    expect(line.complaints.join('\n')).not.toContain('hunter2');
  });

  it('has an exit code of its own for a database that cannot be reached, and shows no stack trace', async () => {
    const nowhere = { DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/none', MIGRATION_DATABASE_URL: '' };
    for (const words of ['migrate', 'migrate status', 'resume-all', 'pause emails', 'doctor'])
      expect([words, await line.rota(words, nowhere)]).toEqual([words, 3]);
    expect(line.complaints).toHaveLength(5);
    for (const complaint of line.complaints) {
      expect(complaint).toContain('the database cannot be reached');
      expect(complaint).not.toMatch(/hunter2|\n\s+at /);
    }
  });

  it('says under --json what went wrong as JSON, too', async () => {
    expect(await line.rota('pause nowhere --json')).toBe(2);
    expect(JSON.parse(line.complaints[0] ?? '')).toEqual({
      error: { code: 'USAGE', message: 'there is no project yet' },
    });
  });

  it('tells pending from current, and migrates down and up', async () => {
    const newest = migrations.at(-1)?.name;
    const codes = [
      await line.rota('migrate status'),
      await line.rota('migrate down --yes'),
      await line.rota('migrate status'),
    ];
    expect(codes).toEqual([0, 0, 1]);
    expect([await line.rota('migrate'), await line.rota('migrate up'), await line.rota('migrate status')]).toEqual([
      0, 0, 0,
    ]);
    expect(line.output).toEqual([
      'current',
      expect.stringMatching(new RegExp(`^reverted ${newest}`)),
      expect.stringMatching(new RegExp(`^pending\\n {2}to apply {2}${newest}`)),
      expect.stringMatching(new RegExp(`^applied ${newest}`)),
      'nothing to apply',
      'current',
    ]);
  });

  it('names migrations that it does not know, and reverts none of them', async () => {
    await database.sql(`INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'FromTheFuture')`);
    expect(await line.json('migrate status')).toMatchObject([
      { state: 'ahead', pending: [], unknown: ['FromTheFuture'] },
    ]);
    expect(await line.rota('migrate down --yes')).toBe(1);
    expect(line.complaints.at(-1)).toContain('FromTheFuture comes from another build');
  });

  it('destroys nothing without a yes', async () => {
    expect(await line.rota('migrate down')).toBe(2);
    expect(line.complaints.at(-1)).toContain('--yes');
    const asked: string[] = [];
    const answering = (isYes: boolean) =>
      new CommandLine(database, {
        confirm: async (question) => {
          asked.push(question);
          return isYes;
        },
      });
    const reluctant = answering(false);
    expect([await reluctant.rota('migrate down'), await reluctant.rota('seed demo --reset')]).toEqual([1, 1]);
    expect(reluctant.complaints).toEqual(['rota: nothing was changed', 'rota: nothing was changed']);
    expect(await line.rota('migrate status')).toBe(0);
    expect(await answering(true).rota('migrate down')).toBe(0);
    expect(asked).toHaveLength(3);
  });

  it('spares a database that holds jobs which no demo made, and resets a demo without asking', async () => {
    expect(await line.rota('seed demo --json')).toBe(0);
    await database.sql(`INSERT INTO jobs (id, project_id, queue_id, created_at, handler, payload, created_by)
      SELECT gen_random_uuid(), s.project_id, s.queue_id, now(), s.handler, s.payload, 'schedule:' || s.id FROM schedules s`);
    expect(await line.rota('seed demo --reset --spare-others --json')).toBe(0);
    await database.sql(`INSERT INTO jobs (id, project_id, queue_id, created_at, handler, payload, created_by)
      SELECT gen_random_uuid(), q.project_id, q.id, now(), 'noop', '{}', 'user:somebody' FROM queues q`);
    const count = () => database.sql('SELECT count(*)::int AS jobs FROM jobs');
    const before = await count();
    expect(await line.rota('seed demo --reset --spare-others')).toBe(1);
    expect(line.complaints.at(-1)).toContain('--yes');
    expect(await count()).toEqual(before);
    expect(await line.rota('seed demo --reset --spare-others --yes --json')).toBe(0);
    expect(await count()).not.toEqual(before);
  });

  it('creates the first owner as the operator, and changes nothing when called again', async () => {
    expect(await line.rota('create owner --email ada@example.com --organization Engines')).toBe(0);
    expect(await line.rota('owner create --email ada@example.com --organization Other')).toBe(1);
    expect(await database.sql('SELECT email, is_operator FROM users')).toEqual([
      { email: 'ada@example.com', is_operator: true },
    ]);
    expect(await database.sql('SELECT name FROM organizations')).toEqual([{ name: 'Engines' }]);
    expect(line.output.join('\n')).not.toContain('planted horse battery');
  });

  it('refuses an owner without address, and a password that is too short', async () => {
    expect(await line.rota('create owner')).toBe(2);
    expect(await line.rota('create owner --email ada@example.com', { OWNER_PASSWORD: 'short' })).toBe(1);
    expect(await line.rota('create owner --mail ada@example.com')).toBe(2);
    expect(await database.sql('SELECT 1 FROM users')).toEqual([]);
  });

  it('resumes every queue and schedule, and leaves what is deleted alone', async () => {
    expect(await line.rota('seed --json')).toBe(0);
    await aYoungMinute(database); // one of the schedules has a slot in each
    await database.sql(`UPDATE queues SET paused_at = now(), paused_reason = 'storm'`);
    await database.sql(`UPDATE queues SET deleted_at = now() WHERE name = 'reports'`);
    await database.sql(`UPDATE schedules SET paused_at = now(), next_slot_at = now() - interval '1 hour'`);
    expect(await line.rota('resume-all')).toBe(0);
    expect(line.output.at(-1)).toBe('resumed 2 queues and 4 schedules');
    expect(await database.sql('SELECT name FROM queues WHERE paused_at IS NOT NULL')).toEqual([{ name: 'reports' }]);
    expect(await database.sql('SELECT bool_and(next_slot_at > now()) AS ahead FROM schedules')).toEqual([
      { ahead: true },
    ]);
    expect(await line.json('db resume')).toEqual([{ queues: 0, schedules: 0 }]);
  });

  it('resets only when told twice in production', async () => {
    expect(await line.rota('seed demo --json')).toBe(0);
    const production = { NODE_ENV: 'production' };
    expect(await line.rota('seed demo --reset --yes', production)).toBe(2);
    expect(line.complaints.at(-1)).toContain('--force');
    expect(await line.rota('seed demo --reset --force --yes --json', production)).toBe(0);
  });
});

import { AuditLogReadModel } from '../../src/modules/audit/index.js';
import { addQueuedJobs, endAllJobs } from '../support/bulk-jobs.js';
import { CommandLine } from '../support/command-line.js';
import { Factories, type ProjectFixture, type QueueFixture } from '../support/factories.js';
import { aSchedule } from '../support/schedules.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

describe('what people do to an installation that runs', () => {
  let database: TestDatabase;
  let make: Factories;
  let project: ProjectFixture;
  let queue: QueueFixture;
  let line: CommandLine;

  beforeEach(async () => {
    database = await createTestDatabase();
    make = new Factories(database);
    project = await make.aProject();
    queue = await make.aQueue({ project, name: 'emails' });
    line = new CommandLine(database);
  });
  afterEach(() => database.close());

  const audit = () =>
    database.sql(`SELECT action, actor_kind, reason, request_id LIKE 'cli:%' AS "isCli" FROM audit_log ORDER BY id`);

  it('a queue is paused and resumed by name, and the audit log says that it was the command line', async () => {
    expect(await line.rota(['pause', 'emails', '--reason', 'provider is down'])).toBe(0);
    expect(await database.sql('SELECT paused_reason FROM queues')).toEqual([{ paused_reason: 'provider is down' }]);
    expect(await line.rota('resume emails')).toBe(0);
    expect(await database.sql('SELECT paused_at FROM queues')).toEqual([{ paused_at: null }]);
    expect(await audit()).toEqual([
      { action: 'queue.paused', actor_kind: 'system', reason: 'provider is down', isCli: true },
      { action: 'queue.resumed', actor_kind: 'system', reason: null, isCli: true },
    ]);
    const everything = {
      limit: 10,
      cursor: undefined,
      action: undefined,
      actor: undefined,
      since: undefined,
      until: undefined,
    };
    const { data } = await new AuditLogReadModel(database.app).list({ projectId: project.id }, everything);
    expect(data.map(({ actorName, before, after }) => [actorName, (after ?? before)?.['name']])).toEqual([
      [expect.stringMatching(/^command line \(.+\)$/), 'emails'],
      [expect.stringMatching(/^command line \(.+\)$/), 'emails'],
    ]);
    expect(line.output).toEqual(['emails is paused: provider is down', 'emails is resumed']);
    expect(await line.rota('resume emails')).toBe(0);
    expect(line.output.at(-1)).toBe('emails was not paused');
  });

  it('whatever is resumed in all projects at once stands in the audit log of each, under one call', async () => {
    const other = await make.aProject({ name: 'others' });
    const foreign = await make.aQueue({ project: other, name: 'of-others' });
    await make.aQueue({ project, name: 'runs' });
    const scheduleId = await aSchedule(database, queue);
    await database.sql(`UPDATE queues SET paused_at = now(), paused_reason = 'storm' WHERE name <> 'runs'`);
    await database.sql(`UPDATE schedules SET paused_at = now(), paused_reason = 'rewritten'`);
    expect(await line.rota('resume-all')).toBe(0);
    expect(await line.rota('resume-all')).toBe(0);
    const entries = await database.sql(
      `SELECT action, target_id, project_id, organization_id, actor_kind, before ->> 'name' AS name, before ->> 'pausedReason' AS reason
       FROM audit_log ORDER BY action, name`,
    );
    const by = { actor_kind: 'system' };
    const here = { ...by, project_id: project.id, organization_id: project.organizationId };
    const there = { ...by, project_id: other.id, organization_id: other.organizationId };
    expect(entries).toEqual([
      { ...here, action: 'queue.resumed', target_id: queue.id, name: 'emails', reason: 'storm' },
      { ...there, action: 'queue.resumed', target_id: foreign.id, name: 'of-others', reason: 'storm' },
      { ...here, action: 'schedule.resumed', target_id: scheduleId, name: null, reason: 'rewritten' },
    ]);
    expect(await database.sql('SELECT DISTINCT request_id ~ $1 AS "isCli" FROM audit_log', ['^cli:.+:'])).toEqual([
      { isCli: true },
    ]);
    expect(await database.sql('SELECT count(DISTINCT request_id) AS calls FROM audit_log')).toEqual([{ calls: 1 }]);
  });

  it('a queue that is not there is refused with the names of those that are', async () => {
    await make.aQueue({ project, name: 'reports' });
    await make.aQueue({ name: 'of-others', project: await make.aProject({ name: 'others' }) });
    for (const command of ['pause', 'resume'])
      expect(await line.rota(`${command} nope --project ${project.id}`)).toBe(1);
    const complaint = 'rota: there is no queue nope in this project: it has emails, reports';
    expect(line.complaints).toEqual([complaint, complaint]);
  });

  it('the handlers of the installation are listed with what this place lacks for them, and a module that is no good is named', async () => {
    const env = { HANDLER_MODULES: './test/fixtures/handlers/greet.handler.ts' };
    expect(await line.rota('handlers', env)).toBe(0);
    const list = line.output.join('\n');
    expect(list).toMatch(/^greet +\S/m);
    expect(list).toMatch(/^send_email .*\(lacks SMTP_URL\)/m);
    expect(await line.rota('handlers', { ...env, SMTP_URL: 'smtp://127.0.0.1:1' })).toBe(0);
    expect(line.output.at(-1)).not.toContain('lacks');
    expect(await line.rota('handlers', { HANDLER_MODULES: './nowhere.mjs' })).toBe(1);
    expect(line.complaints.at(-1)).toContain('module "./nowhere.mjs" could not be loaded');
  });

  it('where there are several projects, one must be named, and an unknown one is told apart', async () => {
    const other = await make.aProject();
    await make.aQueue({ project: other, name: 'emails' });
    expect(await line.rota('pause emails')).toBe(2);
    expect(line.complaints.at(-1)).toContain(other.id);
    expect(await line.rota(`pause emails --project ${other.id}`)).toBe(0);
    expect(await line.rota('pause emails --project nobody')).toBe(2);
    expect(await database.sql('SELECT project_id FROM queues WHERE paused_at IS NOT NULL')).toEqual([
      { project_id: other.id },
    ]);
  });

  it('a job is stored after the checks of the REST interface, once per idempotency key', async () => {
    const words = [
      'enqueue',
      'emails',
      'sleep',
      '--payload',
      '{"durationMs":5}',
      '--priority',
      '-7',
      '--label',
      'customer=4711',
    ];
    const [first] = await line.json([...words, '--idempotency-key', 'k1']);
    const [second] = await line.json([...words, '--idempotency-key', 'k1']);
    expect([first?.['isReplayed'], second?.['isReplayed']]).toEqual([false, true]);
    expect(second?.['id']).toBe(first?.['id']);
    expect(await database.sql('SELECT handler, priority, labels, created_by, payload FROM jobs')).toEqual([
      {
        handler: 'sleep',
        priority: -7,
        labels: { customer: '4711' },
        created_by: 'system:cli',
        payload: { durationMs: 5 },
      },
    ]);
    expect(await audit()).toMatchObject([{ action: 'job.enqueued', actor_kind: 'system' }]);
  });

  it('a payload comes from standard input, too', async () => {
    const piped = new CommandLine(database, { readInput: async () => '{"durationMs":5}' });
    expect(await piped.rota('enqueue emails sleep --payload-file -')).toBe(0);
    expect(await database.sql('SELECT payload FROM jobs')).toEqual([{ payload: { durationMs: 5 } }]);
  });

  it('what cannot be stored is refused with its reason, and nothing is stored', async () => {
    expect(await line.rota('enqueue nowhere noop')).toBe(1);
    expect(await line.rota('enqueue emails no_such_handler')).toBe(1);
    expect(await line.rota(['enqueue', 'emails', 'sleep', '--payload', '{"durationMs":"long"}'])).toBe(1);
    expect(line.complaints.at(-1)).toContain('/payload/durationMs');
    expect(await line.rota('enqueue emails noop --payload {')).toBe(2);
    expect(await line.rota('enqueue emails noop --priority 101')).toBe(2);
    expect(await line.rota('enqueue emails noop --run-at tomorrow')).toBe(1);
    expect(await line.rota('enqueue emails noop --payload-file /nowhere/at/all')).toBe(2);
    expect(await database.sql('SELECT 1 FROM jobs')).toEqual([]);
  });

  it.each([
    ['too large', '{"note":1e400}'],
    ['beyond', '{"note":9007199254740993}'],
    ['U+0000', '{"note":"\\u0000"}'],
    ['surrogate', '{"note":"\\ud800"}'],
    ['prototype', '{"__proto__":{}}'],
    ['nested deeper', `{"note":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['byte order mark', '\ufeff{}'],
    ['UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['larger than', `{"note":"${'x'.repeat(300_000)}"}`],
  ])('a payload that would be stored as another one is refused as by the REST interface: %s', async (reason, input) => {
    const piped = new CommandLine(database, { readInput: async () => input });
    expect(await piped.rota('enqueue emails noop --payload-file -')).toBe(1);
    expect(piped.complaints.join('\n')).toContain(reason);
    expect(piped.complaints.join('\n')).toContain('/payload');
    expect(await database.sql('SELECT 1 FROM jobs')).toEqual([]);
  });

  it('an idempotency key that no header could carry is refused', async () => {
    for (const key of ['', ' k ', 'ä', 'k'.repeat(256)])
      expect(await line.rota(['enqueue', 'emails', 'noop', '--idempotency-key', key])).toBe(1);
    expect(await database.sql('SELECT 1 FROM jobs')).toEqual([]);
  });

  it('waiting for a job that nobody runs ends with its state', async () => {
    expect(await line.rota('enqueue emails noop --wait 1')).toBe(1);
    expect(line.complaints.at(-1)).toContain('has not ended within 1 s: it is queued');
  });

  it('attempts that ended are shown once each, oldest first, of one queue or of all', async () => {
    const reports = await make.aQueue({ project, name: 'reports' });
    const done = await make.aCompletedJob({ queue });
    const dead = await make.aDeadLetter({ queue: reports });
    const all = await line.json('tail --no-follow --since 3600');
    expect(new Set(all.map(({ jobId }) => jobId))).toEqual(new Set([done.id, dead.id]));
    expect(all).toHaveLength(2);
    const some = await line.json('tail --no-follow --since 3600 --queue reports');
    expect(some).toMatchObject([{ jobId: dead.id, queue: 'reports', finalStatus: 'dead_letter' }]);
    expect(await line.rota('tail --no-follow --queue nowhere')).toBe(1);
  });

  it('following goes on until it is interrupted, and shows what ends meanwhile', async () => {
    const interruption = new AbortController();
    const follower = new CommandLine(database, { signal: interruption.signal });
    const following = follower.rota('tail --json');
    const job = await make.aCompletedJob({ queue });
    await until(() => follower.output.some((text) => text.includes(job.id)), 'the end of the job is shown');
    interruption.abort();
    expect(await following).toBe(0);
    expect(follower.output.filter((text) => text.includes(job.id))).toHaveLength(1);
  });

  it('a single job is followed to its end, which is the exit code', async () => {
    const done = await make.aCompletedJob({ queue });
    await database.sql(
      `INSERT INTO job_logs (job_id, execution_seq, message, data) VALUES ($1, 1, 'half way', '{"n":1}')`,
      [done.id],
    );
    expect(await line.rota(`tail ${done.id}`)).toBe(0);
    expect(line.output[0]).toContain('half way {"n":1}');
    expect(await line.rota(`tail ${(await make.aDeadLetter({ queue })).id}`)).toBe(1);
    expect(await line.rota('tail 4711')).toBe(2);
  });

  it('handlers of the installation are known by HANDLER_MODULES, which a refusal names', async () => {
    const words = ['enqueue', 'emails', 'greet', '--payload', '{"name":"Ada"}'];
    expect(await line.rota(words)).toBe(1);
    expect(line.complaints.join()).toContain('/handler: no handler has this name');
    expect(line.complaints.join()).toContain('HANDLER_MODULES');
    expect(await line.rota(words, { HANDLER_MODULES: './test/fixtures/handlers/greet.handler.ts' })).toBe(0);
    expect(await database.sql('SELECT handler FROM jobs')).toEqual([{ handler: 'greet' }]);
  });

  it('a module that cannot be loaded stops only what checks payloads', async () => {
    const broken = { HANDLER_MODULES: './nowhere.mjs' };
    expect(await line.rota('pause emails', broken)).toBe(0);
    expect(await line.rota('enqueue emails noop', broken)).toBe(1);
    expect(line.complaints.join()).toContain('./nowhere.mjs');
  });

  it('jobs are replayed by id, each with its own result', async () => {
    const dead = await make.aDeadLetter({ queue });
    const waiting = await make.aQueuedJob({ queue });
    expect(await line.rota(`replay ${dead.id} ${waiting.id}`)).toBe(1);
    expect(line.output).toEqual([
      `${dead.id}  replayed`,
      expect.stringContaining(`${waiting.id}  not replayed: the job has not ended`),
    ]);
    expect(await database.sql('SELECT status FROM live_jobs WHERE job_id = $1', [dead.id])).toEqual([
      { status: 'queued' },
    ]);
    expect(await audit()).toMatchObject([{ action: 'dead_letter.replayed', actor_kind: 'system' }]);
  });

  it('a job that has completed is replayed as a new one, whose id is told', async () => {
    const done = await make.aCompletedJob({ queue });
    expect(await line.rota(`replay ${done.id}`)).toBe(0);
    const [copy] = await database.sql<{ id: string }>('SELECT id FROM jobs WHERE replay_of = $1', [done.id]);
    expect(line.output).toEqual([`${done.id}  runs again as ${copy?.id}`]);
    const [second] = await line.json(`replay ${done.id}`);
    expect(second).toEqual({ id: done.id, runsAs: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect([done.id, copy?.id]).not.toContain(second?.['runsAs']);
  });

  it('dead letters are replayed by filter only after a yes, and counted without', async () => {
    const reports = await make.aQueue({ project, name: 'reports' });
    const [one, two] = [await make.aDeadLetter({ queue }), await make.aDeadLetter({ queue: reports })];
    expect(await line.rota('replay --dead-letters --dry-run')).toBe(0);
    expect(line.output).toEqual(['2 dead letters would be replayed']);
    expect(await line.rota('replay --dead-letters')).toBe(2);
    expect(await line.rota('replay')).toBe(2);
    expect(await line.rota(`replay ${one.id} --dead-letters`)).toBe(2);
    expect(await database.sql('SELECT 1 FROM live_jobs')).toEqual([]);
    expect(await line.rota('replay --queue reports --yes')).toBe(0);
    expect(await database.sql('SELECT job_id FROM live_jobs')).toEqual([{ job_id: two.id }]);
  });

  it('more jobs than one request takes are replayed by one call, each once, or as many as the limit says', async () => {
    const count = 1_100;
    await addQueuedJobs(database.app, queue, { count });
    await endAllJobs(database.app, queue.id, 'completed');
    const copies = () => database.sql('SELECT 1 FROM jobs WHERE replay_of IS NOT NULL');
    expect(await line.json('replay --status completed --limit 3 --yes')).toMatchObject([
      { matched: 3, succeeded: 3, hasMore: true },
    ]);
    expect(await copies()).toHaveLength(3);
    expect(await line.rota('replay --status completed --dead-letters --yes')).toBe(2);
    expect(await line.json('replay --status completed --queue emails --yes')).toMatchObject([
      { matched: count, succeeded: count, failed: 0, hasMore: false },
    ]);
    expect(await copies()).toHaveLength(3 + count);
  });

  it('a job is explained by what stands in its way, also when it is gone', async () => {
    const job = await make.aQueuedJob({ queue });
    await line.rota('pause emails --reason storm');
    expect(await line.rota(`explain ${job.id}`)).toBe(0);
    expect(line.output.at(-1)).toMatch(/queued[\s\S]*paused: storm[\s\S]*no worker is alive/);
    expect(await line.rota(`explain ${project.id}`)).toBe(1);
    expect(await line.rota('explain 4711')).toBe(2);
  });
});

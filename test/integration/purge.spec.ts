import { firstIdAt, newId } from '../../src/kernel/ids.js';
import { Purger } from '../../src/modules/reaping/purger.js';
import { FIRST_ID, LAST_ID, PURGE_BATCH, PurgeStore } from '../../src/modules/reaping/purge.store.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { Factories, type JobFixture, type QueueFixture } from '../support/factories.js';
import { aSchedule } from '../support/schedules.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const HOUR_MS = 3_600_000;

describe('purge', () => {
  let database: TestDatabase;
  let factories: Factories;
  let queue: QueueFixture;
  let purger: Purger;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  beforeEach(async () => {
    await database.sql(
      'TRUNCATE organizations, users, jobs, live_jobs, job_executions, job_logs, idempotency_keys, dead_letters, workers CASCADE',
    );
    factories = new Factories(database);
    queue = await factories.aQueue({ retentionSeconds: 3_600, deadLetterRetentionSeconds: 7_200 });
    purger = new Purger(database.control, new Metrics());
  });

  afterAll(() => database.close());

  const walk = async () => {
    for (let more = true; more;) more = await purger.runOnce();
  };
  /** An id of that age: retention walks ids, which are minted in order of time. */
  const idFrom = (msAgo: number) => `${firstIdAt(new Date(Date.now() - msAgo)).slice(0, 18)}${newId().slice(18)}`;
  const old = (extra = {}) => ({
    queue,
    id: idFrom(2 * HOUR_MS),
    createdMsAgo: 2 * HOUR_MS,
    finishedMsAgo: 2 * HOUR_MS - 1_000,
    ...extra,
  });
  const exists = async (job: JobFixture) =>
    (await database.sql('SELECT 1 FROM jobs WHERE id = $1', [job.id])).length === 1;

  it('a job that has been over for longer than its queue keeps it goes, with executions, logs and key', async () => {
    const job = await factories.aCompletedJob(old());
    await database.sql(
      `INSERT INTO job_logs (job_id, execution_seq, message) SELECT $1, 1, 'line' FROM generate_series(1, 50)`,
      [job.id],
    );
    await database.sql(
      `INSERT INTO idempotency_keys (queue_id, key, request_hash, job_id) VALUES ($1, 'k', '\\x00', $2)`,
      [queue.id, job.id],
    );
    const cancelled = await factories.aCancelledJob(old());
    await walk();
    expect([await exists(job), await exists(cancelled)]).toEqual([false, false]);
    for (const table of ['job_executions', 'job_logs', 'idempotency_keys']) {
      expect(await database.sql(`SELECT 1 FROM ${table}`)).toHaveLength(0);
    }
  });

  it('what ended lately stays, however old the job is', async () => {
    const lately = await factories.aCompletedJob(old({ finishedMsAgo: HOUR_MS / 2 }));
    const young = await factories.aCompletedJob({ queue });
    await walk();
    expect([await exists(lately), await exists(young)]).toEqual([true, true]);
  });

  it('each queue keeps its jobs for its own time', async () => {
    const keeps = await factories.aQueue({ retentionSeconds: 86_400 });
    const kept = await factories.aCompletedJob(old({ queue: keeps }));
    const gone = await factories.aCompletedJob(old());
    await walk();
    expect([await exists(kept), await exists(gone)]).toEqual([true, false]);
  });

  it('a job that still lives is never taken: waiting, scheduled, running, or put back after an end', async () => {
    const waiting = await factories.aQueuedJob(old());
    const scheduled = await factories.aScheduledJob(old());
    const running = await factories.aRunningJob(old());
    const replayed = await factories.aDeadLetter(old());
    await putBack(replayed);
    const failing = await factories.aJob(old());
    await factories.anExecution(failing, { outcome: 'failed', finishedMsAgo: 2 * HOUR_MS });
    await walk();
    for (const job of [waiting, scheduled, running, replayed, failing]) expect(await exists(job)).toBe(true);
  });

  it('a replay that holds the job keeps it from the purge', async () => {
    const job = await factories.aDeadLetter(old());
    await database.app.transaction(async (session) => {
      await session.query('SELECT rota_lock_jobs(ARRAY[$1::uuid])', [job.id]);
      await walk();
      await session.query(
        `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status, execution_seq) VALUES ($1, $2, $3, now(), 'queued', 1)`,
        [job.id, job.projectId, job.queueId],
      );
    });
    await walk();
    expect(await exists(job)).toBe(true);
  });

  it('a replay that commits between the look and the lock is seen under the lock', async () => {
    const job = await factories.aDeadLetter(old());
    const store = new PurgeStore();
    await database.control.transaction(async (session) => {
      // What a stretch proposes may be stale by the time the rows are locked: the deletion looks again.
      await putBack(job);
      expect(await store.purgeJobs(session, [job.id], 3_600)).toBe(0);
    });
    expect(await exists(job)).toBe(true);
  });

  it('while purge and replay race over 300 old letters, every job is either gone or alive with its job row', async () => {
    const jobs: JobFixture[] = [];
    for (let index = 0; index < 300; index += 1) jobs.push(await factories.aDeadLetter(old()));
    const replays = jobs.map(async (job) =>
      database.app.transaction(async (session) => {
        const held = await session.query('SELECT rota_lock_jobs(ARRAY[$1::uuid])', [job.id]);
        if (held.length === 0) return false;
        await session.query(
          `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status, execution_seq) VALUES ($1, $2, $3, now(), 'queued', 1)`,
          [job.id, job.projectId, job.queueId],
        );
        return true;
      }),
    );
    const [replayed] = await Promise.all([
      Promise.all(replays),
      walk(),
      new Purger(database.control, new Metrics()).runOnce(),
    ]);
    const [orphans] = await database.sql(
      `SELECT (SELECT count(*) FROM live_jobs l WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = l.job_id)) AS live,
         (SELECT count(*) FROM jobs j WHERE NOT EXISTS (SELECT 1 FROM job_executions e WHERE e.job_id = j.id)) AS jobs,
         (SELECT count(*) FROM live_jobs) AS alive`,
    );
    expect(orphans).toEqual({ live: 0, jobs: 0, alive: replayed.filter(Boolean).length });
  });

  it('a walk goes on where a batch ended, past jobs that must stay', async () => {
    await database.sql(
      `INSERT INTO jobs (id, project_id, queue_id, handler, payload) SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2,
         'noop', '{}' FROM generate_series(1, $3) n`,
      [queue.projectId, queue.id, PURGE_BATCH + 10],
    );
    const behind = await factories.aCompletedJob(old());
    await walk();
    expect(await exists(behind)).toBe(false);
  });

  it('a stretch is bounded and begins with the oldest', async () => {
    const ids = Array.from({ length: PURGE_BATCH + 5 }, () => newId());
    await database.sql(
      `INSERT INTO jobs (id, project_id, queue_id, handler, payload) SELECT id, $1, $2, 'noop', '{}' FROM unnest($3::uuid[]) AS t (id)`,
      [queue.projectId, queue.id, ids],
    );
    const stretch = await new PurgeStore().lockJobs(database.control, queue.id, [FIRST_ID, LAST_ID], null);
    expect(stretch).toEqual({ lastId: ids[PURGE_BATCH - 1], examined: PURGE_BATCH, ids: ids.slice(0, PURGE_BATCH) });
  });

  it('dead letters outlive their job and have a time of their own, open or closed', async () => {
    const outlives = await factories.aDeadLetter(old());
    const tooOld = { finishedMsAgo: 3 * HOUR_MS, createdMsAgo: 3 * HOUR_MS };
    const open = await factories.aDeadLetter(old(tooOld));
    const closed = await factories.aDeadLetter(old({ ...tooOld, isDiscarded: true }));
    for (const job of [open, closed])
      await database.sql('UPDATE dead_letters SET id = $2 WHERE job_id = $1', [job.id, idFrom(3 * HOUR_MS)]);
    await walk();
    expect(await exists(outlives)).toBe(false);
    expect(await database.sql('SELECT job_id FROM dead_letters')).toEqual([{ job_id: outlives.id }]);
  });

  it('heartbeats go after a day, dead workers after a week, sign-ins with their expiry', async () => {
    const live = await factories.aWorker();
    const dead = await factories.aWorker({ state: 'dead', lastBeatMsAgo: 8 * 24 * HOUR_MS });
    const lately = await factories.aWorker({ state: 'dead', lastBeatMsAgo: 24 * HOUR_MS });
    await database.sql(
      `INSERT INTO worker_heartbeats (worker_id, beat_at, in_flight, event_loop_lag_ms, rss_bytes)
       SELECT w.id, w.last_heartbeat_at - h * interval '1 hour', 0, 0, 0 FROM workers w, generate_series(1, 48) h`,
    );
    await database.sql(`INSERT INTO users (id, email, name, password_hash) VALUES ($1, 'a@example.com', 'A', 'x')`, [
      newId(),
    ]);
    await database.sql(
      `INSERT INTO refresh_tokens (id, user_id, token_hash, session_version, expires_at)
       SELECT gen_random_uuid(), u.id, '\\x00', 0, now() + h * interval '1 hour' FROM users u, unnest(ARRAY[-1, 1]) h`,
    );
    await walk();
    await walk();
    const [counts] = await database.sql(
      `SELECT (SELECT array_agg(id::text ORDER BY id) FROM workers) AS workers, (SELECT count(*) FROM refresh_tokens) AS tokens,
         (SELECT max(now() - beat_at) < interval '1 day' FROM worker_heartbeats) AS young`,
    );
    expect(counts).toEqual({ workers: [live, lately].sort(), tokens: 1, young: true });
    expect(dead).not.toBe(live);
  });

  it('the runs of a schedule live as long as the jobs of its queue', async () => {
    const id = await aSchedule(database, queue);
    await database.sql(
      `INSERT INTO schedule_runs (schedule_id, slot, outcome, reason) SELECT $1, now() - m * interval '10 minutes' + interval '5 minutes', 'skipped_overlap', ''
       FROM generate_series(1, 12) m`,
      [id],
    );
    await walk();
    expect(await database.sql(`SELECT 1 FROM schedule_runs WHERE slot > now() - interval '61 minutes'`)).toHaveLength(
      6,
    );
    expect(await database.sql('SELECT 1 FROM schedule_runs')).toHaveLength(6);
  });

  it('a deleted schedule goes with its history once nobody can remember it', async () => {
    const lately = await aSchedule(database, queue);
    const longAgo = await aSchedule(database, queue);
    await database.sql(
      `INSERT INTO schedule_runs (schedule_id, slot, outcome) SELECT id, now(), 'failed' FROM schedules`,
    );
    await database.sql(
      `UPDATE schedules SET deleted_at = now() - CASE WHEN id = $1 THEN interval '2 hours' ELSE interval '0' END`,
      [longAgo],
    );
    await walk();
    expect(await database.sql('SELECT id FROM schedules')).toEqual([{ id: lately }]);
    expect(await database.sql('SELECT 1 FROM schedule_runs')).toHaveLength(0);
  });

  it('a deleted queue is emptied whatever the age of its jobs; what runs ends by itself and goes later', async () => {
    const other = await factories.aQueuedJob({ queue });
    const deleted = await factories.aQueue({ isDeleted: true });
    const waiting = await factories.aQueuedJob({ queue: deleted });
    const later = await factories.aScheduledJob({ queue: deleted });
    const done = await factories.aCompletedJob({ queue: deleted });
    const letter = await factories.aDeadLetter({ queue: deleted });
    const running = await factories.aRunningJob({ queue: deleted });
    await walk();
    for (const job of [waiting, later, done, letter]) expect(await exists(job)).toBe(false);
    expect(await exists(running)).toBe(true);
    expect(await database.sql('SELECT 1 FROM dead_letters')).toHaveLength(0);
    await database.sql('DELETE FROM live_jobs WHERE job_id = $1', [running.id]);
    await factories.anExecution(running, { outcome: 'cancelled', finalStatus: 'cancelled' });
    await walk();
    expect([await exists(running), await exists(other)]).toEqual([false, true]);
  });

  it('the queues of a deleted project are emptied, and the husks go an hour later', async () => {
    const project = await factories.aProject();
    const its = await factories.aQueue({ project });
    const job = await factories.aQueuedJob({ queue: its });
    const schedule = await aSchedule(database, its);
    await database.sql(`INSERT INTO schedule_runs (schedule_id, slot, outcome) VALUES ($1, now(), 'failed')`, [
      schedule,
    ]);
    await database.sql('UPDATE projects SET deleted_at = now() WHERE id = $1', [project.id]);
    await walk();
    expect(await exists(job)).toBe(false);
    expect(await database.sql('SELECT 1 FROM queues WHERE id = $1', [its.id])).toHaveLength(1);
    await database.sql(`UPDATE projects SET deleted_at = now() - interval '2 hours' WHERE id = $1`, [project.id]);
    await walk();
    expect(await database.sql('SELECT 1 FROM projects WHERE id = $1', [project.id])).toHaveLength(0);
    expect(await database.sql('SELECT 1 FROM schedules WHERE id = $1', [schedule])).toHaveLength(0);
    expect(await database.sql('SELECT 1 FROM queues WHERE id = $1', [queue.id])).toHaveLength(1);
  });

  it('a step that fails does not keep the others from their turn', async () => {
    await database.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
    await database.sql('CREATE TRIGGER refuse BEFORE DELETE ON jobs FOR EACH ROW EXECUTE FUNCTION refuse()');
    await factories.aCompletedJob(old());
    await factories.aWorker({ state: 'stopped', lastBeatMsAgo: 8 * 24 * HOUR_MS });
    await expect(walk()).rejects.toThrow('refused');
    await walk();
    await database.sql('DROP FUNCTION refuse CASCADE');
    expect(await database.sql('SELECT 1 FROM workers')).toHaveLength(0);
  });

  async function putBack(job: JobFixture): Promise<void> {
    await database.sql(
      `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status, execution_seq) VALUES ($1, $2, $3, now(), 'queued', 1)`,
      [job.id, job.projectId, job.queueId],
    );
  }
});

import { EnqueueStore } from '../../src/modules/jobs/enqueue.store.js';
import { JobInserter } from '../../src/modules/jobs/index.js';
import { Materializer } from '../../src/modules/schedules/materializer.js';
import { MaterializerLoop } from '../../src/modules/schedules/materializer.loop.js';
import { Notifier, type Session } from '../../src/platform/database/index.js';
import { Health } from '../../src/platform/health/index.js';
import { LoopSupervisor } from '../../src/platform/lifecycle/index.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { aMaterializer, aSchedule, aSlotReport, schedulerConfig } from '../support/schedules.js';
import { testLog } from '../support/test-log.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { aYoungMinute } from '../support/young-minute.js';

interface Run {
  readonly slot: Date;
  readonly outcome: string;
  readonly job_id: string | null;
  readonly skipped_until: Date | null;
  readonly skipped_count: number | null;
  readonly reason: string | null;
}

describe('materializer', () => {
  let database: TestDatabase;
  let queue: QueueFixture;
  let materializer: Materializer;

  beforeAll(async () => {
    database = await createTestDatabase();
    queue = await new Factories(database).aQueue();
  });

  beforeEach(async () => {
    await database.sql('TRUNCATE schedules, schedule_runs, jobs, live_jobs');
    materializer = aMaterializer(database);
    await aYoungMinute(database); // most schedules have a slot in each, and would have one more
  });

  afterAll(() => database.close());

  const runsOf = (id: string) =>
    database.sql<Run>('SELECT * FROM schedule_runs WHERE schedule_id = $1 ORDER BY slot', [id]);
  const jobsOf = (id: string) =>
    database.sql<{ id: string; slot: Date; run_at: Date; status: string; delay_ms: number }>(
      `SELECT j.id, j.slot, l.run_at, l.status, extract(epoch FROM l.run_at - j.created_at)::float8 * 1000 AS delay_ms
       FROM jobs j LEFT JOIN live_jobs l ON l.job_id = j.id WHERE j.schedule_id = $1 ORDER BY j.slot`,
      [id],
    );
  const scheduleOf = async (id: string) => {
    const [row] = await database.sql<{
      next_slot_at: Date | null;
      last_slot_at: Date;
      paused_at: Date | null;
      paused_reason: string;
    }>('SELECT * FROM schedules WHERE id = $1', [id]);
    if (!row) throw new Error('no such schedule');
    return row;
  };
  const minute = async (ago = 0) => {
    const [row] = await database.sql<{ at: Date }>(
      `SELECT date_trunc('minute', now()) - $1 * interval '1 minute' AS at`,
      [ago],
    );
    return row?.at.getTime() ?? 0;
  };

  /** Of an hourly schedule no slot of which comes while a test runs. */
  const minuteHalfAnHourAway = () => (new Date().getUTCMinutes() + 30) % 60;

  it('a due slot becomes one job that carries the slot, and the schedule moves on in the same step', async () => {
    const id = await aSchedule(database, queue, { payload: { to: 'a' } });
    const slot = (await scheduleOf(id)).next_slot_at;
    expect(await materializer.runOnce()).toMatchObject({ schedules: 1, jobs: 1, hasMore: false });
    expect(await jobsOf(id)).toMatchObject([{ slot, status: 'queued' }]);
    const [job] = await jobsOf(id);
    expect(await runsOf(id)).toMatchObject([{ slot, outcome: 'enqueued', job_id: job?.id }]);
    expect(await scheduleOf(id)).toMatchObject({
      last_slot_at: slot,
      next_slot_at: new Date((slot?.getTime() ?? 0) + 60_000),
    });
    expect(await materializer.runOnce()).toMatchObject({ schedules: 0, jobs: 0 });
  });

  it('a slot that has not come by the clock of the database does not fire, however early the wake-up', async () => {
    const id = await aSchedule(database, queue, { cron: '0 0 1 1 *', nextSlotSql: `now() + interval '400 ms'` });
    await until(async () => (await materializer.runOnce()).jobs === 1, 'the slot fires once it is due');
    expect(await jobsOf(id)).toHaveLength(1);
    expect(await database.sql('SELECT created_at >= slot AS "isDue" FROM jobs WHERE schedule_id = $1', [id])).toEqual([
      { isDue: true },
    ]);
  });

  it('three materializers over schedules of every second make exactly one job per slot and skip none', async () => {
    const schedules = await Promise.all(
      Array.from({ length: 12 }, () =>
        aSchedule(database, queue, { cron: '* * * * * *', nextSlotSql: `date_trunc('second', now())` }),
      ),
    );
    const loops = Array.from({ length: 3 }, () => {
      const metrics = new Metrics();
      const supervisor = new LoopSupervisor(testLog(), metrics, new Health());
      return new MaterializerLoop(aMaterializer(database), schedulerConfig(), metrics, supervisor);
    });
    for (const loop of loops) loop.start();
    const counted = async () => {
      const [row] = await database.sql<{ n: number }>(
        'SELECT count(*) AS n FROM schedule_runs WHERE schedule_id = $1',
        [schedules[0]],
      );
      return (row?.n ?? 0) >= 6;
    };
    await until(counted, 'six slots fired');
    await Promise.all(loops.map((loop) => loop.stop()));
    for (const id of schedules) {
      const slots = (await jobsOf(id)).map((job) => job.slot.getTime());
      expect(new Set(slots).size).toBe(slots.length);
      slots.forEach((slot, index) => expect(slot).toBe((slots[0] ?? 0) + index * 1_000));
      expect((await runsOf(id)).map((run) => run.outcome)).toEqual(slots.map(() => 'enqueued'));
    }
  });

  it('a schedule that another scheduler holds is left to it, and the others fire', async () => {
    const held = await aSchedule(database, queue, { nextSlotMinutesAgo: 0 });
    const free = await aSchedule(database, queue, { nextSlotMinutesAgo: 0 });
    await database.control.transaction(async (session) => {
      await session.query('SELECT 1 FROM schedules WHERE id = $1 FOR UPDATE', [held]);
      expect((await materializer.runOnce()).jobs).toBe(1);
    });
    expect(await jobsOf(held)).toHaveLength(0);
    expect(await jobsOf(free)).toHaveLength(1);
  });

  it('a slot that was recorded before makes no second job, even when the schedule was set back', async () => {
    const id = await aSchedule(database, queue);
    const { next_slot_at: slot } = await scheduleOf(id);
    await materializer.runOnce();
    await database.sql('UPDATE schedules SET next_slot_at = $2 WHERE id = $1', [id, slot]);
    await materializer.runOnce();
    expect(await jobsOf(id)).toHaveLength(1);
    expect((await scheduleOf(id)).next_slot_at?.getTime()).toBeGreaterThan(slot?.getTime() ?? 0);
  });

  it('two schedulers on a weekly schedule with a slow enqueue fire one slot, and the cadence is kept', async () => {
    const weekday = new Date(await minute()).getUTCDay();
    const id = await aSchedule(database, queue, {
      cron: `0 0 * * ${weekday}`,
      nextSlotSql: `date_trunc('day', now())`,
    });
    const { next_slot_at: slot } = await scheduleOf(id);
    class SlowInserter extends JobInserter {
      override async insert(session: Session, jobs: Parameters<JobInserter['insert']>[1]) {
        await session.query('SELECT pg_sleep(0.2)');
        return super.insert(session, jobs);
      }
    }
    const slow = () =>
      new Materializer(
        database.control,
        new SlowInserter(new EnqueueStore(), new Notifier(database.control)),
        schedulerConfig(),
        aSlotReport(new Notifier(database.control)),
      );
    await Promise.all([slow().runOnce(), slow().runOnce()]);
    expect((await jobsOf(id)).map((job) => job.slot)).toEqual([slot]);
    expect((await scheduleOf(id)).next_slot_at).toEqual(new Date((slot?.getTime() ?? 0) + 7 * 86_400_000));
  });

  describe('missed slots', () => {
    it('skip fires the newest one alone, records the range before it, and goes on after now', async () => {
      const id = await aSchedule(database, queue, { nextSlotMinutesAgo: 720 });
      const [now, first] = [await minute(), await minute(720)];
      expect((await materializer.runOnce()).jobs).toBe(1);
      const [skip, run] = await runsOf(id);
      expect(run).toMatchObject({ outcome: 'enqueued' });
      const newest = run?.slot.getTime() ?? 0;
      expect(newest - now).toBeLessThanOrEqual(60_000);
      expect(newest).toBeGreaterThanOrEqual(now);
      expect(skip).toMatchObject({
        outcome: 'skipped_missed',
        slot: new Date(first),
        skipped_until: new Date(newest - 60_000),
        skipped_count: (newest - first) / 60_000,
      });
      expect((await scheduleOf(id)).next_slot_at?.getTime()).toBe(newest + 60_000);
      expect((await materializer.runOnce()).jobs).toBe(0);
    });

    it('all runs every slot, spread out, each under its own slot', async () => {
      const id = await aSchedule(database, queue, { missedPolicy: 'all', nextSlotMinutesAgo: 30 });
      await materializer.runOnce();
      const jobs = await jobsOf(id);
      expect(jobs.length).toBeGreaterThanOrEqual(31);
      jobs.forEach((job, index) => {
        expect(job.slot.getTime()).toBe((jobs[0]?.slot.getTime() ?? 0) + index * 60_000);
        expect(job.delay_ms).toBeGreaterThan(index * 1_000 - 50);
        expect(job.delay_ms).toBeLessThanOrEqual(60_050);
      });
      expect((await runsOf(id)).map((run) => run.outcome)).toEqual(jobs.map(() => 'enqueued'));
    });

    it('all stops at the cap: the newest run, the rest is one recorded range', async () => {
      const id = await aSchedule(database, queue, { missedPolicy: 'all', missedCap: 10, nextSlotMinutesAgo: 100 });
      await materializer.runOnce();
      const jobs = await jobsOf(id);
      expect(jobs).toHaveLength(10);
      const [skip, ...runs] = await runsOf(id);
      expect(skip).toMatchObject({
        outcome: 'skipped_missed',
        skipped_until: new Date((jobs[0]?.slot.getTime() ?? 0) - 60_000),
      });
      expect(runs.map((run) => run.slot)).toEqual(jobs.map((job) => job.slot));
    });

    it('all with thousands of slots goes over several transactions and loses none', async () => {
      const id = await aSchedule(database, queue, {
        cron: '* * * * * *',
        missedPolicy: 'all',
        missedCap: 10_000,
        nextSlotSql: `date_trunc('second', now()) - interval '2500 s'`,
      });
      let rounds = 0;
      for (let more = true; more; rounds += 1) more = (await materializer.runOnce()).hasMore;
      expect(rounds).toBeGreaterThan(2);
      const slots = (await jobsOf(id)).map((job) => job.slot.getTime());
      expect(slots.length).toBeGreaterThanOrEqual(2_500);
      slots.forEach((slot, index) => expect(slot).toBe((slots[0] ?? 0) + index * 1_000));
    });

    it('none records what was missed and still fires what is on time', async () => {
      const id = await aSchedule(database, queue, {
        cron: '* * * * * *',
        missedPolicy: 'none',
        nextSlotSql: `date_trunc('second', now()) - interval '300 s'`,
      });
      await materializer.runOnce();
      const [skip] = await runsOf(id);
      expect(skip).toMatchObject({ outcome: 'skipped_missed' });
      expect(skip?.skipped_count).toBeGreaterThanOrEqual(269);
      const jobs = await jobsOf(id);
      expect(jobs.length).toBeGreaterThanOrEqual(29);
      expect(jobs.length).toBeLessThanOrEqual(32);
      expect((jobs[0]?.slot.getTime() ?? 0) - 1_000).toBe(skip?.skipped_until?.getTime());
    });

    it('slots that are late by less than the tolerance are no missed ones: each fires', async () => {
      const id = await aSchedule(database, queue, {
        cron: '* * * * * *',
        nextSlotSql: `date_trunc('second', now()) - interval '5 s'`,
      });
      await materializer.runOnce();
      expect((await jobsOf(id)).length).toBeGreaterThanOrEqual(6);
      expect((await runsOf(id)).every((run) => run.outcome === 'enqueued')).toBe(true);
    });

    it('a scheduler that wakes 61 s or five minutes late leaves no slot without a trace', async () => {
      for (const late of [61, 300]) {
        const id = await aSchedule(database, queue, {
          nextSlotSql: `date_trunc('minute', now() - ${late} * interval '1 s')`,
        });
        const first = (await scheduleOf(id)).next_slot_at?.getTime() ?? 0;
        await materializer.runOnce();
        const runs = await runsOf(id);
        const newest = runs.at(-1)?.slot.getTime() ?? 0;
        const accounted = runs.reduce((sum, run) => sum + (run.skipped_count ?? 1), 0);
        expect(accounted).toBe((newest - first) / 60_000 + 1);
      }
    });

    it('500 schedules after twelve hours become 500 runs, spread over a minute', async () => {
      const minute = minuteHalfAnHourAway();
      const hourly = {
        cron: `${minute} * * * *`,
        nextSlotSql: `date_trunc('hour', now()) - interval '12 h' + ${minute} * interval '1 min'`,
      };
      for (let index = 0; index < 500; index += 1) await aSchedule(database, queue, hourly);
      for (let more = true; more;) more = (await materializer.runOnce()).hasMore;
      const [counts] = await database.sql<{ jobs: number; runs: number; spread: number; later: number }>(
        `SELECT (SELECT count(*) FROM jobs) AS jobs, (SELECT count(*) FROM schedule_runs WHERE outcome = 'enqueued') AS runs,
           (SELECT extract(epoch FROM max(run_at) - min(run_at)) FROM live_jobs)::float8 AS spread,
           (SELECT count(*) FROM live_jobs WHERE status = 'scheduled') AS later`,
      );
      expect(counts).toMatchObject({ jobs: 500, runs: 500 });
      expect(counts?.spread).toBeGreaterThanOrEqual(60);
      expect(counts?.later).toBeGreaterThan(450);
    });

    it('a year of missed seconds is handled in one bounded step', async () => {
      const id = await aSchedule(database, queue, {
        cron: '* * * * * *',
        nextSlotSql: `date_trunc('second', now()) - interval '1 year'`,
      });
      expect((await materializer.runOnce()).jobs).toBe(1);
      const [skip, run] = await runsOf(id);
      expect(skip?.reason).toMatch(/more slots than were counted/);
      // Ten thousand from each end, of thirty million.
      expect(skip?.skipped_count).toBeGreaterThan(10_000);
      expect(skip?.skipped_count).toBeLessThanOrEqual(20_001);
      expect(run?.slot.getTime()).toBe((skip?.skipped_until?.getTime() ?? 0) + 1_000);
      expect((await scheduleOf(id)).next_slot_at?.getTime()).toBe((run?.slot.getTime() ?? 0) + 1_000);
    });
  });

  describe('overlap', () => {
    it.each(['queued', 'scheduled', 'running'] as const)(
      'skip leaves a record while a %s job of the schedule lives',
      async (status) => {
        const id = await aSchedule(database, queue, { overlapPolicy: 'skip' });
        const factories = new Factories(database);
        if (status === 'queued') await factories.aQueuedJob({ queue, scheduleId: id });
        else if (status === 'scheduled') await factories.aScheduledJob({ queue, scheduleId: id });
        else
          await factories
            .aRunningJob({ queue })
            .then((job) => database.sql('UPDATE live_jobs SET schedule_id = $2 WHERE job_id = $1', [job.id, id]));
        expect((await materializer.runOnce()).jobs).toBe(0);
        expect(await runsOf(id)).toMatchObject([
          { outcome: 'skipped_overlap', job_id: null, reason: expect.any(String) },
        ]);
        expect((await scheduleOf(id)).next_slot_at?.getTime()).toBeGreaterThan(await minute());
      },
    );

    it('skip fires one of several slots that came due together, and records the others', async () => {
      const id = await aSchedule(database, queue, {
        cron: '* * * * * *',
        overlapPolicy: 'skip',
        nextSlotSql: `date_trunc('second', now()) - interval '3 s'`,
      });
      await materializer.runOnce();
      const [run, skip] = await runsOf(id);
      expect(run).toMatchObject({ outcome: 'enqueued' });
      expect(skip).toMatchObject({ outcome: 'skipped_overlap', slot: new Date((run?.slot.getTime() ?? 0) + 1_000) });
      expect(skip?.skipped_count).toBeGreaterThanOrEqual(3);
    });

    it('skip fires again when the job has ended', async () => {
      const id = await aSchedule(database, queue, { overlapPolicy: 'skip', nextSlotMinutesAgo: 0 });
      await new Factories(database).aCompletedJob({ queue, scheduleId: id });
      expect((await materializer.runOnce()).jobs).toBe(1);
    });

    it('allow piles up and keeps a slot of its own for each', async () => {
      const id = await aSchedule(database, queue, {
        cron: '* * * * * *',
        nextSlotSql: `date_trunc('second', now()) - interval '2 s'`,
      });
      await materializer.runOnce();
      const slots = (await jobsOf(id)).map((job) => job.slot.getTime());
      expect(slots.length).toBeGreaterThanOrEqual(3);
      expect(new Set(slots).size).toBe(slots.length);
    });
  });

  it('a crash between any two statements loses no slot and doubles none', async () => {
    const id = await aSchedule(database, queue);
    for (const crashAt of ['schedule_runs', 'jobs', 'live_jobs', 'schedules']) {
      const event = crashAt === 'schedules' ? 'UPDATE' : 'INSERT';
      await database.sql(
        `CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'crash' USING ERRCODE = '57P01'; END $$`,
      );
      await database.sql(
        `CREATE TRIGGER crash AFTER ${event} ON ${crashAt} FOR EACH STATEMENT EXECUTE FUNCTION crash()`,
      );
      await expect(materializer.runOnce()).rejects.toThrow('crash');
      await database.sql('DROP FUNCTION crash CASCADE');
      expect([await runsOf(id), await jobsOf(id)]).toEqual([[], []]);
    }
    await materializer.runOnce();
    expect(await jobsOf(id)).toHaveLength(1);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it('payload, zone and pattern are read at the fire: an edit between two slots counts', async () => {
    const id = await aSchedule(database, queue, { payload: { version: 1 } });
    await materializer.runOnce();
    await database.sql(
      `UPDATE schedules SET payload = '{"version": 2}', cron = '*/2 * * * *', next_slot_at = date_trunc('hour', now()) - interval '2 m',
         missed_policy = 'all', overlap_policy = 'skip' WHERE id = $1`,
      [id],
    );
    await database.sql('DELETE FROM live_jobs');
    await materializer.runOnce();
    const payloads = await database.sql<{ payload: unknown }>(
      'SELECT payload FROM jobs WHERE schedule_id = $1 ORDER BY id',
      [id],
    );
    expect(payloads.map((row) => row.payload)).toEqual([{ version: 1 }, { version: 2 }]);
    expect(((await scheduleOf(id)).next_slot_at?.getUTCMinutes() ?? 1) % 2).toBe(0);
  });

  it('a schedule with a broken row is recorded, paused with the reason, and blocks nobody', async () => {
    const badCron = await aSchedule(database, queue, { cron: 'never mind' });
    const badZone = await aSchedule(database, queue, { timeZone: 'Mars/Olympus' });
    const orphan = await aSchedule(database, await new Factories(database).aQueue({ isDeleted: true }));
    const tooLarge = await aSchedule(database, queue);
    await database.sql(`UPDATE schedules SET labels = jsonb_build_object('x', repeat('y', 9000)) WHERE id = $1`, [
      tooLarge,
    ]);
    const good = await aSchedule(database, queue);
    await materializer.runOnce();
    expect(await jobsOf(good)).toHaveLength(1);
    for (const id of [badCron, badZone, orphan, tooLarge]) {
      expect(await jobsOf(id)).toHaveLength(0);
      expect(await runsOf(id)).toMatchObject([{ outcome: 'failed', reason: expect.any(String) }]);
      expect(await scheduleOf(id)).toMatchObject({
        paused_at: expect.any(Date),
        paused_reason: expect.stringContaining('paused by the scheduler'),
      });
    }
    expect((await materializer.runOnce()).schedules).toBe(0);
  });

  it('a paused queue still gets the jobs of its schedules', async () => {
    const paused = await new Factories(database).aQueue({ isPaused: true });
    const id = await aSchedule(database, paused);
    await materializer.runOnce();
    expect(await jobsOf(id)).toHaveLength(1);
  });

  it('a paused or deleted schedule never fires, not even a slot that is already due', async () => {
    const paused = await aSchedule(database, queue);
    const deleted = await aSchedule(database, queue);
    await database.sql('UPDATE schedules SET paused_at = now() WHERE id = $1', [paused]);
    await database.sql('UPDATE schedules SET deleted_at = now() WHERE id = $1', [deleted]);
    expect(await materializer.runOnce()).toMatchObject({ schedules: 0, jobs: 0 });
    expect(await materializer.nextDueInMs()).toBeUndefined();
  });

  it('a one-off fires once and then has no next slot', async () => {
    const id = await aSchedule(database, queue, { onceInMs: 0, nextSlotSql: "date_trunc('second', now())" });
    await materializer.runOnce();
    expect(await jobsOf(id)).toHaveLength(1);
    expect((await scheduleOf(id)).next_slot_at).toBeNull();
  });

  it('an interval keeps its grid when it is handled late', async () => {
    const id = await aSchedule(database, queue, { intervalMs: 7_200_000, nextSlotSql: `date_trunc('day', now())` });
    await materializer.runOnce();
    const { next_slot_at: next } = await scheduleOf(id);
    expect((next?.getTime() ?? 1) % 7_200_000).toBe(0);
    expect(next?.getTime()).toBeGreaterThan(await minute());
  });

  it('jitter moves the run, never the slot', async () => {
    const id = await aSchedule(database, queue, { jitterMs: 3_600_000 });
    const slot = (await scheduleOf(id)).next_slot_at;
    await materializer.runOnce();
    const [job] = await jobsOf(id);
    expect(job?.slot).toEqual(slot);
    expect(job?.run_at.getTime()).toBeLessThanOrEqual((slot?.getTime() ?? 0) + 3_600_000 + 60_000);
  });

  it('1,000 schedules due in one second are handled in bounded batches, each slot once', async () => {
    await database.sql(
      `INSERT INTO schedules (id, project_id, queue_id, name, kind, cron, handler, payload, next_slot_at)
       SELECT gen_random_uuid(), $1, $2, 'burst ' || n, 'cron', $3, 'noop', '{}', date_trunc('second', now())
       FROM generate_series(1, 1000) n`,
      [queue.projectId, queue.id, `${minuteHalfAnHourAway()} * * * *`],
    );
    const schedulers = Array.from({ length: 5 }, () => aMaterializer(database));
    await Promise.all(
      schedulers.map(async (scheduler) => {
        for (let more = true; more;) more = (await scheduler.runOnce()).hasMore;
      }),
    );
    const [counts] = await database.sql<{ jobs: number; schedules: number; due: number }>(
      `SELECT (SELECT count(*) FROM jobs) AS jobs, (SELECT count(DISTINCT schedule_id) FROM jobs) AS schedules,
         (SELECT count(*) FROM schedules WHERE next_slot_at <= now()) AS due`,
    );
    expect(counts).toEqual({ jobs: 1_000, schedules: 1_000, due: 0 });
  });

  it('a slot that is months away needs no timer of that length', async () => {
    await aSchedule(database, queue, { cron: '0 4 1 1 *', nextSlotSql: `now() + interval '200 days'` });
    const metrics = new Metrics();
    const loop = new MaterializerLoop(
      materializer,
      schedulerConfig(),
      metrics,
      new LoopSupervisor(testLog(), metrics, new Health()),
    );
    loop.start();
    const soon = await aSchedule(database, queue, { nextSlotSql: `now() + interval '300 ms'` });
    await until(async () => (await jobsOf(soon)).length === 1, 'a nearer slot is still seen');
    await loop.stop();
  });
});

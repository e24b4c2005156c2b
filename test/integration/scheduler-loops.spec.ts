import { NestFactory } from '@nestjs/core';
import { Module } from '@nestjs/common';
import { LeaseConfig } from '../../src/modules/claiming/index.js';
import { RollUpModule } from '../../src/modules/insights/index.js';
import { ReapingConfig, ReapingModule } from '../../src/modules/reaping/index.js';
import { SchedulerConfig, SchedulingLoopsModule } from '../../src/modules/schedules/index.js';
import { DatabaseConfig } from '../../src/platform/config/index.js';
import { Health } from '../../src/platform/health/index.js';
import { LoopSupervisor, Shutdown } from '../../src/platform/lifecycle/index.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { platformImports } from '../../src/roles/root-imports.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { aSchedule } from '../support/schedules.js';
import { testLog } from '../support/test-log.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** A scheduler as a process has it: all its modules and loops, with short pauses. */
async function aScheduler(database: TestDatabase) {
  const services = { log: testLog(), health: new Health(), shutdown: new Shutdown(), metrics: new Metrics() };
  const configs = [DatabaseConfig, LeaseConfig, SchedulerConfig, ReapingConfig];
  const environment = {
    DATABASE_URL: database.url,
    LEASE_MS: '1000',
    WORKER_HEARTBEAT_MS: '300',
    SCHEDULER_TICK_MS: '200',
    PURGE_INTERVAL_MS: '1000',
    RECONCILE_INTERVAL_MS: '1000',
  };

  @Module({
    imports: [...platformImports(configs, environment, services), SchedulingLoopsModule, ReapingModule, RollUpModule],
  })
  class SchedulerRoot {}

  const app = await NestFactory.createApplicationContext(SchedulerRoot, { logger: false });
  return {
    ...services,
    async stop() {
      await app.get(LoopSupervisor).stop();
      await app.close();
    },
  };
}

describe('the loops of a scheduler', () => {
  let database: TestDatabase;
  let queue: QueueFixture;
  let factories: Factories;

  beforeAll(async () => {
    database = await createTestDatabase();
    factories = new Factories(database);
    queue = await factories.aQueue({ retentionSeconds: 60 });
  });

  afterAll(() => database.close());

  const until1 = async (sql: string, what: string) => until(async () => (await database.sql(sql)).length > 0, what);

  it('materialize, promote, reap, roll up and tell their age', async () => {
    const scheduler = await aScheduler(database);
    const slot = await aSchedule(database, queue, { nextSlotSql: `date_trunc('second', now())` });
    const delayed = await factories.aScheduledJob({ queue, dueInMs: 300 });
    const lost = await factories.aRunningJob({ queue, leaseExpired: true });
    await until1(`SELECT 1 FROM jobs WHERE schedule_id = '${slot}'`, 'the slot becomes a job');
    await until1(
      `SELECT 1 FROM live_jobs WHERE job_id = '${delayed.id}' AND status = 'queued'`,
      'the delayed job is promoted',
    );
    await until1(
      `SELECT 1 FROM live_jobs WHERE job_id = '${lost.id}' AND status = 'queued'`,
      'the lost job is taken back',
    );
    expect(await scheduler.health.readiness()).toMatchObject({ isReady: true });
    const { text } = await scheduler.metrics.exposition();
    for (const loop of ['materializer', 'promoter', 'reaper', 'reconciler', 'purge', 'roll-up']) {
      expect(text).toContain(`rota_loop_age_seconds{loop="${loop}"}`);
    }
    expect(text).toMatch(/rota_queue_depth\{project="[^"]+",queue="[^"]+",status="queued"\} [1-9]/);
    await scheduler.stop();
  });

  it('go on after the database has cut all their connections', async () => {
    const scheduler = await aScheduler(database);
    await until1(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'rota-control'`, 'the loops are connected');
    await database.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND application_name LIKE 'rota-%'`,
    );
    const slot = await aSchedule(database, queue, { nextSlotSql: `date_trunc('second', now())` });
    await until1(`SELECT 1 FROM jobs WHERE schedule_id = '${slot}'`, 'the slot becomes a job all the same');
    await scheduler.stop();
  });
});

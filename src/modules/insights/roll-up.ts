import { Injectable } from '@nestjs/common';
import { LATENCY_BOUNDS_MS } from '../../kernel/latency-scale.js';
import { ControlDatabase, loadSql } from '../../platform/database/index.js';

const MINUTE_MS = 60_000;
/** Recomputed each time: what is written late, by a flush that had to be repeated, still counts. */
const RECOMPUTED_MINUTES = 5;
/** After an outage of the scheduler: so far back, and so much in one statement. */
const CATCH_UP_MINUTES = 24 * 60;
const WINDOW_MINUTES = 30;
const PURGE_BATCH = 2_000;
const PURGE_EVERY_MS = 3_600_000;

const rollUpQueueStats = loadSql(import.meta.url, './sql/roll-up-queue-stats.sql');
const lastRolledUpMinute = loadSql(import.meta.url, './sql/last-rolled-up-minute.sql');
const purgeQueueStats = loadSql(import.meta.url, './sql/purge-queue-stats.sql', { k: PURGE_BATCH });

/** Minute roll-ups of the executions. Any number of schedulers may do it: they write the same figures. */
@Injectable()
export class RollUp {
  /** End of what was rolled up, by this process or before it. */
  private doneUntilMs: number | undefined;
  private purgedAtMs = -Infinity;

  constructor(private readonly database: ControlDatabase) {}

  /** One window of minutes; answers whether more of them are to be caught up with. */
  async runOnce(): Promise<boolean> {
    const [clock] = await this.database.query<{ minute: Date; lastMinute: Date | null }>(lastRolledUpMinute);
    const nowMs = clock?.minute.getTime() ?? 0;
    const doneMs = this.doneUntilMs ?? clock?.lastMinute?.getTime() ?? 0;
    const recomputeMs = nowMs - (RECOMPUTED_MINUTES - 1) * MINUTE_MS;
    const fromMs = Math.min(recomputeMs, Math.max(doneMs, nowMs - CATCH_UP_MINUTES * MINUTE_MS));
    const untilMs = Math.min(nowMs + MINUTE_MS, fromMs + WINDOW_MINUTES * MINUTE_MS);
    const window = [new Date(fromMs).toISOString(), new Date(untilMs).toISOString(), LATENCY_BOUNDS_MS];
    await this.database.transaction((session) => session.execute(rollUpQueueStats, window));
    this.doneUntilMs = untilMs;
    if (untilMs <= nowMs) return true;
    await this.purge();
    return false;
  }

  private async purge(): Promise<void> {
    if (performance.now() - this.purgedAtMs < PURGE_EVERY_MS) return;
    await this.database.query(purgeQueueStats);
    this.purgedAtMs = performance.now();
  }
}

import { Injectable } from '@nestjs/common';
import { ControlDatabase, loadSql, type Statement } from '../../platform/database/index.js';
import { Log } from '../../platform/logging/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { REAPING_METRICS } from './reaping.metrics.js';

const STRETCH = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const countLiveOrphans = loadSql(import.meta.url, './sql/count-live-orphans.sql', { k: STRETCH });
const countJobOrphans = loadSql(import.meta.url, './sql/count-job-orphans.sql', { k: STRETCH });

export type OrphanSide = 'live_without_job' | 'job_without_life';

interface Side {
  readonly name: OrphanSide;
  readonly statement: Statement;
}

interface Stretch {
  readonly lastId: string | null;
  readonly examined: number;
  readonly orphans: number;
}

const SIDES: readonly Side[] = [
  { name: 'live_without_job', statement: countLiveOrphans },
  { name: 'job_without_life', statement: countJobOrphans },
];

/**
 * Counts rows that lost their other half: live rows without a job, jobs that neither live nor have ended. There must be none;
 * it changes nothing, so that what went wrong can still be read.
 */
@Injectable()
export class Reconciler {
  private readonly orphans = new Map<OrphanSide, number>();
  private side = 0;
  private cursor = FIRST_ID;
  private found = 0;

  constructor(
    private readonly database: ControlDatabase,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    metrics.gauge(REAPING_METRICS.orphans, (set) => {
      for (const [side, count] of this.orphans) set({ side }, count);
    });
  }

  /** Of the last full count; undefined before there was one. */
  orphansOf(side: OrphanSide): number | undefined {
    return this.orphans.get(side);
  }

  /** One stretch; answers whether the walk over both tables goes on. */
  async runOnce(): Promise<boolean> {
    const { name, statement } = SIDES[this.side] as Side;
    const [stretch] = await this.database.query<Stretch>(statement, [this.cursor]);
    this.found += stretch?.orphans ?? 0;
    if (stretch && stretch.lastId !== null && stretch.examined === STRETCH) {
      this.cursor = stretch.lastId;
      return true;
    }
    this.orphans.set(name, this.found);
    if (this.found > 0) this.log.error({ side: name, orphans: this.found }, 'rows without their other half');
    this.side = (this.side + 1) % SIDES.length;
    this.cursor = FIRST_ID;
    this.found = 0;
    return this.side !== 0;
  }
}

import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';
import { CachedReading, Metrics } from '../../platform/metrics/index.js';
import { INSTALLATION_METRICS, MAX_DEPTH } from './insights.metrics.js';

/** Queues that are shown, the deepest of those found; more would fill the memory of a scraper. */
const MAX_QUEUES = 100;
const SCHEDULED_EXAMINED = 20_000;

interface GaugeRow {
  readonly project: string;
  readonly queue: string;
  readonly status: string;
  readonly depth: number;
  readonly oldestAgeSeconds: number | null;
}

/**
 * Depth by queue and status, and the age of what is longest due. Bounded whatever the depth: a loose scan finds the queues with
 * ready jobs, counts stop at 10,000, the oldest is found priority by priority, and of the scheduled jobs the next 20,000 are
 * looked at.
 */
const GAUGES = `
  WITH RECURSIVE ready(queue_id) AS (
    (SELECT l.queue_id FROM live_jobs l WHERE l.status = 'queued' ORDER BY l.queue_id LIMIT 1)
    UNION ALL
    SELECT (SELECT l.queue_id FROM live_jobs l WHERE l.status = 'queued' AND l.queue_id > r.queue_id ORDER BY l.queue_id LIMIT 1)
    FROM ready r WHERE r.queue_id IS NOT NULL
  ),
  shown AS MATERIALIZED (SELECT r.queue_id FROM ready r WHERE r.queue_id IS NOT NULL LIMIT ${MAX_QUEUES}),
  depths AS (
    SELECT s.queue_id, 'queued' AS status, d.depth, o.run_at
    FROM shown s
    CROSS JOIN LATERAL (
      SELECT count(*) AS depth FROM (
        SELECT 1 FROM live_jobs l WHERE l.queue_id = s.queue_id AND l.status = 'queued' LIMIT ${MAX_DEPTH}) x) d
    CROSS JOIN LATERAL (
      WITH RECURSIVE priorities(priority) AS (
        (SELECT l.priority FROM live_jobs l WHERE l.queue_id = s.queue_id AND l.status = 'queued' ORDER BY l.priority DESC LIMIT 1)
        UNION ALL
        SELECT (SELECT l.priority FROM live_jobs l WHERE l.queue_id = s.queue_id AND l.status = 'queued' AND l.priority < p.priority
                ORDER BY l.priority DESC LIMIT 1)
        FROM priorities p WHERE p.priority IS NOT NULL)
      SELECT min(f.run_at) AS run_at FROM priorities p CROSS JOIN LATERAL (
        SELECT l.run_at FROM live_jobs l WHERE l.queue_id = s.queue_id AND l.status = 'queued' AND l.priority = p.priority
        ORDER BY l.run_at LIMIT 1) f) o
    UNION ALL
    SELECT l.queue_id, l.status::text, count(*), min(coalesce(l.started_at, l.claimed_at))
    FROM live_jobs l WHERE l.status IN ('claimed', 'running') GROUP BY l.queue_id, l.status
    UNION ALL
    SELECT l.queue_id, 'scheduled', count(*), min(l.run_at) FILTER (WHERE l.run_at <= now())
    FROM (SELECT x.queue_id, x.run_at FROM live_jobs x WHERE x.status = 'scheduled' ORDER BY x.run_at LIMIT ${SCHEDULED_EXAMINED}) l
    GROUP BY l.queue_id
  )
  SELECT q.project_id::text AS project, q.name AS queue, d.status, d.depth::int AS depth,
         CASE WHEN d.run_at IS NOT NULL THEN greatest(0, extract(epoch FROM now() - d.run_at))::float8 END AS "oldestAgeSeconds"
  FROM depths d JOIN queues q ON q.id = d.queue_id
  ORDER BY d.depth DESC, q.id LIMIT ${4 * MAX_QUEUES}`;

/** The gauges of all queues, for alarms. Read when they are scraped. */
@Injectable()
export class QueueGauges {
  private readonly rows: CachedReading<readonly GaugeRow[]>;

  constructor(
    database: AppDatabase,
    private readonly metrics: Metrics,
  ) {
    this.rows = new CachedReading(() => database.query<GaugeRow>(GAUGES));
  }

  register(): void {
    this.metrics.gauge(INSTALLATION_METRICS.depth, async (set) => {
      for (const { project, queue, status, depth } of await this.read()) set({ project, queue, status }, depth);
    });
    this.metrics.gauge(INSTALLATION_METRICS.oldestAge, async (set) => {
      for (const { project, queue, status, oldestAgeSeconds } of await this.read()) {
        if (oldestAgeSeconds !== null) set({ project, queue, status }, oldestAgeSeconds);
      }
    });
  }

  private async read(): Promise<readonly GaugeRow[]> {
    return (await this.rows.value()) ?? [];
  }
}

import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';

export interface EnqueueLease {
  /** Null: this project has no limit. */
  readonly limit: number | null;
  /** What this call got, possibly less than it asked for. */
  readonly granted: number;
  /** Taken by all processes in this minute, this call included. */
  readonly leased: number;
  /** Which minute it is good for, in seconds of the epoch; null without a limit. */
  readonly minute: number | null;
  /** Until the minute is over, by the database's clock. */
  readonly secondsLeft: number;
}

const LEASE = `
  INSERT INTO enqueue_leases AS w (project_id, minute, limit_per_minute, leased, granted)
  SELECT p.id, date_trunc('minute', clock_timestamp()), l.per_minute, least($2::int, l.per_minute), least($2::int, l.per_minute)
  FROM projects p CROSS JOIN LATERAL (SELECT coalesce(p.enqueue_limit_per_minute, nullif($3::int, 0)) AS per_minute) l
  WHERE p.id = $1 AND l.per_minute IS NOT NULL
  ON CONFLICT (project_id) DO UPDATE SET
    minute = greatest(w.minute, excluded.minute),
    limit_per_minute = excluded.limit_per_minute,
    granted = greatest(0, least($2::int, excluded.limit_per_minute - CASE WHEN w.minute < excluded.minute THEN 0 ELSE w.leased END)),
    leased = CASE WHEN w.minute < excluded.minute THEN 0 ELSE w.leased END
      + greatest(0, least($2::int, excluded.limit_per_minute - CASE WHEN w.minute < excluded.minute THEN 0 ELSE w.leased END))
  RETURNING limit_per_minute AS "limit", granted, leased, extract(epoch FROM minute)::float8 AS minute,
    greatest(0, extract(epoch FROM minute + interval '1 minute' - clock_timestamp()))::float8 AS "secondsLeft"`;

const STATE = `
  SELECT coalesce(p.enqueue_limit_per_minute, nullif($2::int, 0)) AS "limit", 0 AS granted, NULL AS minute,
         CASE WHEN w.minute = date_trunc('minute', clock_timestamp()) THEN w.leased ELSE 0 END AS leased,
         60 - extract(second FROM clock_timestamp())::float8 AS "secondsLeft"
  FROM projects p LEFT JOIN enqueue_leases w ON w.project_id = p.id WHERE p.id = $1`;

/** The rows of `enqueue_leases`. */
@Injectable()
export class EnqueueLeaseStore {
  /** Takes up to `wanted` of the present minute. `defaultLimit` 0: none, unless the project has one of its own. */
  async lease(session: Session, projectId: string, wanted: number, defaultLimit: number): Promise<EnqueueLease> {
    const [row] = await session.query<EnqueueLease>(LEASE, [projectId, wanted, defaultLimit]);
    return row ?? { limit: null, granted: wanted, leased: 0, minute: null, secondsLeft: 60 };
  }

  async read(session: Session, projectId: string, defaultLimit: number): Promise<EnqueueLease | undefined> {
    const [row] = await session.query<EnqueueLease>(STATE, [projectId, defaultLimit]);
    return row;
  }
}

import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';

export interface AttemptRules {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** How one subject stands: what failed within the window, and what has not been decided yet. */
export interface AttemptCount {
  readonly subject: string;
  readonly failed: number;
  readonly pending: number;
  /** Until one more attempt is allowed; only meaningful when the limit is reached. */
  readonly freeInSeconds: number;
}

/** A process that died while it checked a secret has not said how it went: after this long the attempt counts as failed. */
const UNDECIDED_SECONDS = 60;

/** The rows of `auth_attempts`. */
@Injectable()
export class AttemptStore {
  /** Serialises the attempts on these subjects until the end of the transaction; always in the same order. */
  async lock(session: Session, subjects: readonly string[]): Promise<void> {
    await session.query(
      `SELECT pg_advisory_xact_lock(hashtextextended(s.subject, 7206105)) FROM (SELECT u AS subject FROM unnest($1::text[]) u ORDER BY u) s`,
      [subjects],
    );
  }

  /** By the database's clock, read after the lock was taken. */
  async count(session: Session, subjects: readonly string[], rules: AttemptRules): Promise<AttemptCount[]> {
    return session.query<AttemptCount>(
      `SELECT a.subject,
              count(*) FILTER (WHERE NOT a.is_pending)::int AS failed,
              count(*) FILTER (WHERE a.is_pending)::int AS pending,
              coalesce(extract(epoch FROM (array_agg(a.attempted_at ORDER BY a.attempted_at DESC) FILTER (WHERE NOT a.is_pending))[$2]
                + $3 * interval '1 s' - clock_timestamp()), 0)::float8 AS "freeInSeconds"
       FROM (SELECT x.subject, x.attempted_at,
                    x.failed_at IS NULL AND x.attempted_at > clock_timestamp() - ${UNDECIDED_SECONDS} * interval '1 s' AS is_pending
             FROM auth_attempts x
             WHERE x.subject = ANY ($1::text[]) AND x.attempted_at > clock_timestamp() - $3 * interval '1 s') a
       GROUP BY a.subject`,
      [subjects, rules.limit, rules.windowSeconds],
    );
  }

  async insert(session: Session, id: string, subjects: readonly string[]): Promise<void> {
    await session.execute(
      `INSERT INTO auth_attempts (id, subject, attempted_at) SELECT $1, u, clock_timestamp() FROM unnest($2::text[]) u`,
      [id, subjects],
    );
  }

  async markFailed(session: Session, id: string, subjects: readonly string[]): Promise<void> {
    await session.execute(`UPDATE auth_attempts SET failed_at = now() WHERE id = $1 AND subject = ANY ($2::text[])`, [
      id,
      subjects,
    ]);
  }

  async remove(session: Session, id: string, subjects: readonly string[]): Promise<void> {
    await session.execute(`DELETE FROM auth_attempts WHERE id = $1 AND subject = ANY ($2::text[])`, [id, subjects]);
  }
}

import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';
import { groupKeyOf, patternOf } from './dead-letter-group.sql.js';

/** Open letters of one queue and handler whose last errors are the same but for ids, numbers and quoted words. */
export interface LetterGroup {
  readonly key: string;
  readonly queueId: string;
  readonly queue: string | null;
  readonly handler: string;
  readonly errorName: string | null;
  readonly messagePattern: string | null;
  readonly count: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** Of each of the last 24 hours, the oldest first. */
  readonly lastDay: readonly number[];
  /** The newest of them. */
  readonly newestDeadLetterId: string;
  readonly newestJobId: string;
  readonly newestMessage: string | null;
}

export interface LetterGroups {
  /** The largest first. */
  readonly groups: readonly LetterGroup[];
  /** Open letters that were looked at, the newest ones. */
  readonly examined: number;
  /** There are older ones: every count is "at least". */
  readonly isCapped: boolean;
}

/** The errors stand in TOAST mostly: 5,000 of 2 kB are grouped in about 100 ms, however many there are. */
const MAX_EXAMINED = 5_000;
const MAX_GROUPS = 100;
const SHOWN_CHARACTERS = 1_000;
const HOURS = 24;

const OF_EACH_HOUR = Array.from(
  { length: HOURS },
  (_, index) => `count(*) FILTER (WHERE e.hours_ago = ${HOURS - 1 - index})`,
).join(', ');

const GROUPS = `
  WITH examined AS MATERIALIZED (
    SELECT d.id, d.created_at, floor(greatest(0, extract(epoch FROM now() - d.created_at)) / 3600) AS hours_ago,
           CASE WHEN ($2::uuid IS NULL OR d.queue_id = $2) AND ($3::text IS NULL OR d.handler = $3) THEN ${groupKeyOf('d')} END AS key
    FROM dead_letters d
    WHERE d.project_id = $1 AND d.replayed_at IS NULL AND d.discarded_at IS NULL
    ORDER BY d.id DESC LIMIT ${MAX_EXAMINED + 1}
  ),
  grouped AS (
    SELECT e.key, count(*)::int AS count, min(e.created_at) AS first_seen, max(e.created_at) AS last_seen,
           (array_agg(e.id ORDER BY e.id DESC))[1] AS newest, ARRAY[${OF_EACH_HOUR}]::int[] AS last_day
    FROM (SELECT * FROM examined x ORDER BY x.id DESC LIMIT ${MAX_EXAMINED}) e WHERE e.key IS NOT NULL GROUP BY e.key
    ORDER BY count(*) DESC, max(e.created_at) DESC LIMIT ${MAX_GROUPS}
  )
  SELECT g.key, n.queue_id AS "queueId", (SELECT q.name FROM queues q WHERE q.id = n.queue_id) AS queue, n.handler,
         n.error ->> 'name' AS "errorName", ${patternOf('n')} AS "messagePattern", g.count, g.first_seen AS "firstSeenAt",
         g.last_seen AS "lastSeenAt", g.last_day AS "lastDay", n.id AS "newestDeadLetterId", n.job_id AS "newestJobId",
         left(n.error ->> 'message', ${SHOWN_CHARACTERS}) AS "newestMessage", s.examined
  FROM (SELECT count(*)::int AS examined FROM examined) s
  LEFT JOIN grouped g ON true
  LEFT JOIN LATERAL (SELECT d.* FROM dead_letters d WHERE d.id = g.newest LIMIT 1) n ON true
  ORDER BY g.count DESC, n.id DESC`;

/** What the open letters of a project have in common. */
@Injectable()
export class DeadLetterGroupReadModel {
  constructor(private readonly database: AppDatabase) {}

  async read(projectId: string, queueId?: string, handler?: string): Promise<LetterGroups> {
    const rows = await this.database.query<LetterGroup & { readonly examined: number }>(GROUPS, [
      projectId,
      queueId ?? null,
      handler ?? null,
    ]);
    const examined = rows[0]?.examined ?? 0;
    return {
      groups: rows.filter(({ key }) => key !== null).map(({ examined: _examined, ...group }) => group),
      examined: Math.min(examined, MAX_EXAMINED),
      isCapped: examined > MAX_EXAMINED,
    };
  }
}

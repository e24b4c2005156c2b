import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { firstIdAt } from '../../kernel/ids.js';
import { AppDatabase } from '../../platform/database/index.js';
import type { DeadLetter, DeadLetterSummary, LetterReason, LetterState } from './dead-letter.js';
import { groupKeyOf } from './dead-letter-group.sql.js';

export interface LetterFilter {
  readonly state: LetterState;
  readonly queueId?: string | undefined;
  readonly handler?: string | undefined;
  readonly reason?: LetterReason | undefined;
  readonly errorName?: string | undefined;
  /** Key of a group. */
  readonly group?: string | undefined;
  /** Died at or after. */
  readonly since?: Date | undefined;
  /** Died before. */
  readonly until?: Date | undefined;
}

export interface LetterPage {
  readonly letters: DeadLetterSummary[];
  readonly nextBefore: string | undefined;
}

/** Letters that one page looks at. */
const MAX_EXAMINED = 10_000;
/** Ids are minted by the clocks of the workers: the id range is this much wider than the time range. */
const CLOCK_SLACK_MS = 5 * 60_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const STATE = `CASE WHEN d.replayed_at IS NOT NULL THEN 'replayed' WHEN d.discarded_at IS NOT NULL THEN 'discarded' ELSE 'open' END`;
const COLUMNS = `
  d.id, d.job_id AS "jobId", d.project_id AS "projectId", d.queue_id AS "queueId",
  (SELECT q.name FROM queues q WHERE q.id = d.queue_id) AS queue, d.handler, d.priority, d.labels, d.reason, ${STATE} AS state, d.error,
  d.attempt, d.lease_losses AS "leaseLosses", d.last_execution_seq AS "lastExecutionSeq", d.replay_count AS "replayCount",
  d.schedule_id AS "scheduleId", d.job_created_at AS "jobCreatedAt", d.created_at AS "createdAt", d.replayed_at AS "replayedAt",
  d.discarded_at AS "discardedAt"`;

const OPEN = 'd.replayed_at IS NULL AND d.discarded_at IS NULL';
/** Each has an index of the project. */
const CONDITIONS: Readonly<Record<LetterState, string>> = {
  open: OPEN,
  replayed: 'd.replayed_at IS NOT NULL',
  discarded: 'd.discarded_at IS NOT NULL',
};

/** By whole rows of the index, so that stale statistics never favour a walk by id over the letters of all tenants. */
const listOf = (state: LetterState): string => `
  WITH examined AS MATERIALIZED (
    SELECT d.* FROM dead_letters d
    WHERE ${CONDITIONS[state]} AND (d.project_id, d.id) < ($1::uuid, $2::uuid) AND (d.project_id, d.id) >= ($1::uuid, $3::uuid)
    ORDER BY d.project_id DESC, d.id DESC LIMIT $4
  ),
  seen AS (SELECT count(*) AS examined, (SELECT x.id FROM examined x ORDER BY x.id LIMIT 1) AS last_id FROM examined),
  hit AS (
    SELECT ${COLUMNS} FROM examined d
    WHERE ${STATE} = $5 AND ($6::uuid IS NULL OR d.queue_id = $6) AND ($7::text IS NULL OR d.handler = $7)
      AND ($8::text IS NULL OR d.reason::text = $8) AND ($9::text IS NULL OR d.error ->> 'name' = $9)
      AND ($10::timestamptz IS NULL OR d.created_at >= $10) AND ($11::timestamptz IS NULL OR d.created_at < $11)
      AND ($13::text IS NULL OR ${groupKeyOf('d')} = $13)
    ORDER BY d.id DESC LIMIT $12
  )
  SELECT seen.examined, seen.last_id AS "lastExaminedId", hit.* FROM seen LEFT JOIN hit ON true ORDER BY hit.id DESC`;
const LISTS: Readonly<Record<LetterState, string>> = {
  open: listOf('open'),
  replayed: listOf('replayed'),
  discarded: listOf('discarded'),
};

interface Row extends DeadLetterSummary {
  readonly examined: number;
  readonly lastExaminedId: string | null;
}

/** Dead letters of a project, newest first, by keyset on the id. */
@Injectable()
export class DeadLetterReadModel {
  constructor(private readonly database: AppDatabase) {}

  /** @throws RotaError not_found */
  async get(projectId: string, id: string): Promise<DeadLetter> {
    const [letter] = await this.database.query<DeadLetter>(
      `SELECT ${COLUMNS}, d.payload FROM dead_letters d WHERE d.project_id = $1 AND d.id = $2`,
      [projectId, id],
    );
    if (!letter) throw RotaError.notFound('dead letter');
    return letter;
  }

  /** Those of the ids that are open letters of the project. */
  async open(projectId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT d.id FROM dead_letters d WHERE d.project_id = $1 AND d.id = ANY ($2::uuid[]) AND ${OPEN}`,
      [projectId, ids],
    );
    return rows.map(({ id }) => id);
  }

  async list(projectId: string, filter: LetterFilter, limit: number, before?: string): Promise<LetterPage> {
    const letters: DeadLetterSummary[] = [];
    let cursor = upperBound(filter, before);
    let window = limit + 1;
    for (let examined = 0; examined < MAX_EXAMINED;) {
      const rows = await this.step(projectId, filter, { cursor, window, limit: limit + 1 - letters.length });
      letters.push(...rows.filter(({ id }) => id !== null).map(summaryOf));
      if (letters.length > limit) return { letters: letters.slice(0, limit), nextBefore: letters[limit - 1]?.id };
      const [first] = rows;
      if (first === undefined || first.examined < window) return { letters, nextBefore: undefined };
      examined += first.examined;
      cursor = first.lastExaminedId ?? undefined;
      window = Math.min(window * 4, Math.max(1, MAX_EXAMINED - examined));
    }
    return { letters, nextBefore: cursor };
  }

  private async step(
    projectId: string,
    filter: LetterFilter,
    bounds: { readonly cursor: string | undefined; readonly window: number; readonly limit: number },
  ): Promise<Row[]> {
    return this.database.query<Row>(LISTS[filter.state], [
      projectId,
      bounds.cursor ?? HIGHEST_ID,
      filter.since ? firstIdAt(new Date(filter.since.getTime() - CLOCK_SLACK_MS)) : LOWEST_ID,
      bounds.window,
      filter.state,
      filter.queueId ?? null,
      filter.handler ?? null,
      filter.reason ?? null,
      filter.errorName ?? null,
      filter.since?.toISOString() ?? null,
      filter.until?.toISOString() ?? null,
      bounds.limit,
      filter.group ?? null,
    ]);
  }
}

function upperBound({ until }: LetterFilter, before: string | undefined): string | undefined {
  if (until === undefined) return before;
  const end = firstIdAt(new Date(until.getTime() + CLOCK_SLACK_MS));
  return before !== undefined && before < end ? before : end;
}

function summaryOf({ examined: _examined, lastExaminedId: _lastExaminedId, ...letter }: Row): DeadLetterSummary {
  return letter;
}

import { Injectable } from '@nestjs/common';
import { firstIdAt } from '../../kernel/ids.js';
import { isLive, type JobStatus } from '../../kernel/job-state.js';
import { AppDatabase } from '../../platform/database/index.js';
import { candidatesOf, type CandidateSource } from './job-list-sources.js';
import type { JobSummary } from './job-view.js';

export interface JobFilter {
  readonly queueId?: string | undefined;
  readonly status?: JobStatus | undefined;
  readonly handler?: string | undefined;
  readonly label?: { readonly key: string; readonly value: string } | undefined;
  /** Created at or after. */
  readonly since?: Date | undefined;
  /** Created before. */
  readonly until?: Date | undefined;
}

export interface JobListPage {
  /** Newest first. */
  readonly jobs: JobSummary[];
  /** Where the next page starts; undefined when the list has ended. A page may be short, or empty, and still have a next one. */
  readonly nextBefore: string | undefined;
}

/** So much of an error is told in a list. */
const SHOWN_CHARACTERS = 300;
/** Rows of the source that one page looks at. */
const MAX_EXAMINED = 10_000;
/** Ids are minted by the clocks of the api processes: the id range is this much wider than the time range. */
const CLOCK_SLACK_MS = 5 * 60_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface Row extends JobSummary {
  readonly examined: number;
  readonly isComplete: boolean;
  readonly lastId: string | null;
}

/**
 * Lists of jobs, by keyset on the id: an id never changes, so a job that changes its state while somebody pages is never shown
 * twice. Candidates come from the table where the status is cheap to find; whatever their source, the status of each is computed
 * by the one rule (live row, else final status of the last execution) and the filters are applied to that. A final row that a
 * replay left behind is therefore never taken for the status, and a discarded dead letter stays a dead letter in its list.
 */
@Injectable()
export class JobListReadModel {
  constructor(private readonly database: AppDatabase) {}

  async list(projectId: string, filter: JobFilter, limit: number, before?: string): Promise<JobListPage> {
    const jobs: JobSummary[] = [];
    let source = firstSource(filter);
    let cursor = await this.beginning(projectId, filter, before);
    let window = limit + 1;
    for (let examined = 0; examined < MAX_EXAMINED;) {
      const step = await this.step(source, projectId, filter, { cursor, window, limit: limit + 1 - jobs.length });
      if (step.isIncomplete) {
        source = walkOf(filter);
        continue;
      }
      jobs.push(...step.jobs);
      if (jobs.length > limit) return { jobs: jobs.slice(0, limit), nextBefore: jobs[limit - 1]?.id };
      if (step.examined < window) return { jobs, nextBefore: undefined };
      examined += step.examined;
      cursor = step.lastId;
      window = Math.min(window * 4, Math.max(1, MAX_EXAMINED - examined), MAX_EXAMINED / 2);
    }
    return { jobs, nextBefore: cursor };
  }

  /**
   * Below which id the page begins. With `until` that is not where the time says, as clocks differ, but the first job that was really
   * made before it: what lies between would be looked at job by job otherwise, and on a busy project that is thousands.
   */
  private async beginning(projectId: string, filter: JobFilter, before?: string): Promise<string | undefined> {
    if (filter.until === undefined) return before;
    const end = firstIdAt(new Date(filter.until.getTime() + CLOCK_SLACK_MS));
    if (before !== undefined && before < end) return before;
    const [first] = await this.database.query<{ id: string }>(firstMadeBefore(filter), [
      filter.queueId ?? projectId,
      end,
      filter.until.toISOString(),
    ]);
    return first === undefined
      ? end
      : firstIdAt(new Date(Number.parseInt(first.id.replace('-', '').slice(0, 12), 16) + 1));
  }

  /** Those of the ids whose status is one of the given, by the view that says what a status is. */
  async withStatus(projectId: string, jobIds: readonly string[], statuses: readonly JobStatus[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      'SELECT job_id AS id FROM job_statuses WHERE project_id = $1 AND job_id = ANY ($2::uuid[]) AND status = ANY ($3::text[])',
      [projectId, jobIds, statuses],
    );
    return rows.map(({ id }) => id);
  }

  private async step(
    source: CandidateSource,
    projectId: string,
    filter: JobFilter,
    bounds: { readonly cursor: string | undefined; readonly window: number; readonly limit: number },
  ): Promise<{ jobs: JobSummary[]; examined: number; lastId: string | undefined; isIncomplete: boolean }> {
    const rows = await this.database.query<Row>(statementOf(source), [
      projectId,
      filter.queueId ?? null,
      filter.status ?? null,
      bounds.cursor ?? HIGHEST_ID,
      filter.since ? firstIdAt(new Date(filter.since.getTime() - CLOCK_SLACK_MS)) : LOWEST_ID,
      bounds.window,
      filter.handler ?? null,
      filter.label?.key ?? null,
      filter.label?.value ?? null,
      filter.since?.toISOString() ?? null,
      filter.until?.toISOString() ?? null,
      bounds.limit,
    ]);
    const [first] = rows;
    return {
      jobs: rows.filter((row) => row.id !== null).map(summaryOf),
      examined: first?.examined ?? 0,
      lastId: first?.lastId ?? undefined,
      isIncomplete: first?.isComplete === false,
    };
  }
}

function firstSource({ status, queueId }: JobFilter): CandidateSource {
  if (status === undefined) return walkOf({ queueId });
  if (!isLive(status)) return 'final';
  if (status === 'queued' || status === 'scheduled') return status;
  return 'in-flight';
}

/** All jobs of the queue or the project, whatever their status. */
function walkOf({ queueId }: Pick<JobFilter, 'queueId'>): CandidateSource {
  return queueId === undefined ? 'project' : 'queue';
}

/** $1 project or queue, $2 below this id, $3 made before. Streams: it ends with the first that fits, and looks at no more than a page does. */
function firstMadeBefore({ queueId }: JobFilter): string {
  const whose = queueId === undefined ? 'project_id' : 'queue_id';
  return `
    SELECT x.id FROM (
      SELECT j.id, j.created_at FROM jobs j
      WHERE (j.${whose}, j.id) < ($1::uuid, $2::uuid) AND (j.${whose}, j.id) >= ($1::uuid, '${LOWEST_ID}'::uuid)
      ORDER BY j.${whose} DESC, j.id DESC LIMIT ${MAX_EXAMINED}) x
    WHERE x.created_at < $3::timestamptz LIMIT 1`;
}

function summaryOf({ examined: _examined, isComplete: _isComplete, lastId: _lastId, ...job }: Row): JobSummary {
  return job;
}

const statements = new Map<CandidateSource, string>();

function statementOf(source: CandidateSource): string {
  const known = statements.get(source);
  if (known !== undefined) return known;
  const statement = `
    ${candidatesOf(source)},
    seen AS (SELECT count(*) AS examined, (SELECT x.id FROM examined x ORDER BY x.id LIMIT 1) AS last_id FROM examined),
    c AS MATERIALIZED (SELECT DISTINCT x.id FROM examined x),
    hit AS (
      SELECT j.id, j.project_id AS "projectId", j.queue_id AS "queueId", q.name AS queue, j.handler, s.status, j.priority,
        s.run_at AS "runAt", s.attempt, coalesce(j.max_attempts, q.max_attempts, 1) AS "maxAttempts", j.labels,
        j.schedule_id AS "scheduleId", j.replay_of AS "replayOf", j.created_by AS "createdBy", j.created_at AS "createdAt",
        s.started_at AS "startedAt", s.finished_at AS "finishedAt", s.cancel_requested_at AS "cancelRequestedAt"
      FROM c
      CROSS JOIN LATERAL (SELECT x.* FROM jobs x WHERE x.id = c.id LIMIT 1) j
      CROSS JOIN LATERAL (
        SELECT coalesce(l.status::text, e.final_status::text) AS status, l.run_at, 
          coalesce(l.attempt, nullif(e.attempt, 0), (
            SELECT x.attempt FROM job_executions x WHERE x.job_id = c.id AND x.attempt > 0 ORDER BY x.execution_seq DESC LIMIT 1
          ), 0) AS attempt,
          coalesce(l.started_at, e.started_at) AS started_at, e.finished_at, l.cancel_requested_at
        FROM (VALUES (1)) o
        LEFT JOIN LATERAL (SELECT x.* FROM live_jobs x WHERE x.job_id = c.id LIMIT 1) l ON true
        LEFT JOIN LATERAL (
          SELECT x.final_status, x.attempt, x.started_at, x.finished_at FROM job_executions x
          WHERE x.job_id = c.id AND l.job_id IS NULL ORDER BY x.execution_seq DESC LIMIT 1
        ) e ON true
      ) s
      LEFT JOIN LATERAL (SELECT x.name, x.max_attempts FROM queues x WHERE x.id = j.queue_id LIMIT 1) q ON true
      WHERE j.project_id = $1 AND ($2::uuid IS NULL OR j.queue_id = $2) AND ($3::text IS NULL OR s.status = $3::text)
        AND ($7::text IS NULL OR j.handler = $7) AND ($8::text IS NULL OR j.labels ->> $8::text = $9::text)
        AND ($10::timestamptz IS NULL OR j.created_at >= $10) AND ($11::timestamptz IS NULL OR j.created_at < $11)
      ORDER BY j.id DESC LIMIT $12
    )
    SELECT seen.examined, seen.last_id AS "lastId", (SELECT f.ok FROM full_set f) AS "isComplete", hit.*, e.error AS "lastError"
    FROM seen LEFT JOIN hit ON true
    LEFT JOIN LATERAL (
      SELECT CASE WHEN x.error IS NOT NULL THEN jsonb_build_object(
        'name', left(x.error ->> 'name', ${SHOWN_CHARACTERS}), 'message', left(x.error ->> 'message', ${SHOWN_CHARACTERS})) END AS error
      FROM job_executions x WHERE x.job_id = hit.id AND hit.status <> 'completed' ORDER BY x.execution_seq DESC LIMIT 1
    ) e ON true
    ORDER BY hit.id DESC`;
  statements.set(source, statement);
  return statement;
}

import { Injectable } from '@nestjs/common';
import { firstIdAt, isUuid } from '../../kernel/ids.js';
import { AppDatabase } from '../../platform/database/index.js';
import { decodeCursor, encodeCursor, type Page, pageOf } from '../../platform/http/index.js';

export interface AuditRecord {
  readonly id: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly actorKind: 'user' | 'api_key' | 'system';
  readonly actorId: string | null;
  /** As it is now: the entry itself holds the id. Of the command line: that it was, and who used it on the machine. */
  readonly actorName: string | null;
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly createdAt: Date;
}

/** Whose entries: of a project, of an organization with all its projects, or of the whole installation. */
export type AuditLogAudience =
  { readonly projectId: string } | { readonly organizationId: string } | { readonly installation: true };

export interface AuditLogFilter {
  readonly limit: number;
  readonly cursor: string | undefined;
  /** `queue.paused`, or `queue.*` for all of a kind. */
  readonly action: string | undefined;
  /** `user:<id>`, `key:<id>`, `cli:<account>`, or `system` for what no command line did. */
  readonly actor: string | undefined;
  /** `queue:<id>`: what was done to it, alone or among many. */
  readonly target?: string | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

/** Ids are minted by hosts whose clocks may differ from the database's by this much: the range is wider, the filter exact. */
const CLOCK_SLACK_MS = 60_000;
/** Rows that one page looks at: a filter that matches little gives a short page with a cursor, never a slow one. */
const CANDIDATES = 2_000;

/** Commands for many name their targets in a list; what was done to a letter was done to its job as well. */
const ABOUT_TARGET = `
  (c.target_kind = $11 AND (c.target_id = $12 OR c.after -> 'jobIds' ? $12 OR c.after -> 'deadLetterIds' ? $12))
  OR ($13::uuid IS NOT NULL AND (c.after ->> 'jobId' = $12 OR c.after -> 'deadLetterIds' ?| (SELECT t.ids FROM letters t)))`;
const LETTERS_OF_TARGET = `
  SELECT coalesce(array_agg(d.id::text), '{}') AS ids FROM dead_letters d WHERE d.job_id = $13::uuid`;

/** Acts of the system in a project come from no request, so this id is one that the command line made for itself. */
const accountOf = (entry: string): string => `
  CASE WHEN ${entry}.actor_kind = 'system' AND ${entry}.project_id IS NOT NULL AND ${entry}.request_id LIKE 'cli:%'
       THEN split_part(${entry}.request_id, ':', 2) END`;

/** `whose` must be the leading column of an index that ends with the id. */
const listOf = (whose: string): string => `
  WITH letters AS MATERIALIZED (${LETTERS_OF_TARGET}), candidates AS MATERIALIZED (
    SELECT a.* FROM audit_log a
    WHERE ${whose} AND a.id < $2 AND a.id >= $3 ORDER BY a.id DESC LIMIT ${CANDIDATES}
  ), matching AS MATERIALIZED (
    SELECT * FROM candidates c
    WHERE ($4::text IS NULL OR c.action = $4) AND ($5::text IS NULL OR starts_with(c.action, $5))
      AND ($6::actor_kind IS NULL OR c.actor_kind = $6) AND ($7::uuid IS NULL OR c.actor_id = $7)
      AND ($8::timestamptz IS NULL OR c.created_at >= $8) AND ($9::timestamptz IS NULL OR c.created_at < $9)
      AND ($11::text IS NULL OR ${ABOUT_TARGET})
      AND ($14::text IS NULL OR $14 = coalesce(${accountOf('c')}, ''))
    ORDER BY c.id DESC LIMIT $10
  )
  SELECT m.id, m.organization_id AS "organizationId", m.project_id AS "projectId", m.actor_kind AS "actorKind", m.actor_id AS "actorId", coalesce(u.name, k.name, 'command line (' || ${accountOf('m')} || ')') AS "actorName", m.action,
         m.target_kind AS "targetKind", m.target_id AS "targetId", m.before, m.after, m.reason, m.request_id AS "requestId",
         host(m.ip) AS ip, m.created_at AS "createdAt", s.examined, s.last_id AS "lastId"
  FROM (SELECT count(*) AS examined, (array_agg(id ORDER BY id))[1] AS last_id FROM candidates) s
  LEFT JOIN matching m ON true
  LEFT JOIN users u ON m.actor_kind = 'user' AND u.id = m.actor_id
  LEFT JOIN api_keys k ON m.actor_kind = 'api_key' AND k.id = m.actor_id
  ORDER BY m.id DESC`;

const LIST_OF_PROJECT = listOf('a.project_id = $1');
const LIST_OF_ORGANIZATION = listOf('a.organization_id = $1');
const LIST_OF_ALL = listOf('$1::uuid IS NULL');

type Row = AuditRecord & { readonly examined: number; readonly lastId: string | null };

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

@Injectable()
export class AuditLogReadModel {
  constructor(private readonly database: AppDatabase) {}

  /** Newest first. Throws `invalid` CURSOR_INVALID. */
  async list(audience: AuditLogAudience, filter: AuditLogFilter): Promise<Page<AuditRecord>> {
    const [statement, id] = statementFor(audience);
    const rows = await this.database.query<Row>(statement, [
      id,
      ...boundsOf(filter),
      ...conditionsOf(filter),
      filter.limit + 1,
      ...targetOf(filter),
      accountFrom(filter),
    ]);
    const entries = rows
      .filter((row) => row.id !== null)
      .map(({ examined: _examined, lastId: _lastId, ...entry }) => entry);
    const [first] = rows;
    const isCutShort = entries.length <= filter.limit && first?.examined === CANDIDATES;
    if (isCutShort) return { data: entries, page: { nextCursor: encodeCursor(first.lastId), hasMore: true } };
    return pageOf(entries, filter.limit, (last) => last.id);
  }
}

function statementFor(audience: AuditLogAudience): [statement: string, id: string | null] {
  if ('projectId' in audience) return [LIST_OF_PROJECT, audience.projectId];
  return 'organizationId' in audience ? [LIST_OF_ORGANIZATION, audience.organizationId] : [LIST_OF_ALL, null];
}

function boundsOf(filter: AuditLogFilter): [below: string, from: string] {
  const before = decodeCursor(filter.cursor, isId) ?? LAST_ID;
  const until = filter.until ? firstIdAt(new Date(filter.until.getTime() + CLOCK_SLACK_MS)) : LAST_ID;
  const from = filter.since ? firstIdAt(new Date(filter.since.getTime() - CLOCK_SLACK_MS)) : FIRST_ID;
  return [before < until ? before : until, from];
}

function targetOf({ target }: AuditLogFilter): [kind: string | null, id: string | null, jobId: string | null] {
  if (target === undefined) return [null, null, null];
  const [kind, id] = [target.slice(0, target.indexOf(':')), target.slice(target.indexOf(':') + 1)];
  return [kind, isUuid(id) ? id.toLowerCase() : id, kind === 'job' && isUuid(id) ? id : null];
}

const ACTOR_KINDS: Readonly<Record<string, AuditRecord['actorKind']>> = {
  user: 'user',
  key: 'api_key',
  cli: 'system',
  system: 'system',
};

/** Of the command line; empty for what no command line did. */
function accountFrom({ actor }: AuditLogFilter): string | null {
  if (actor === 'system') return '';
  return actor?.startsWith('cli:') === true ? actor.slice('cli:'.length) : null;
}

function conditionsOf({ action, actor, since, until }: AuditLogFilter): unknown[] {
  const isKind = action?.endsWith('.*') === true;
  const [kind, id] = actor?.split(':') ?? [];
  const actorKind = kind === undefined ? null : (ACTOR_KINDS[kind] ?? null);
  return [
    isKind ? null : (action ?? null),
    isKind ? action.slice(0, -1) : null,
    actorKind,
    actorKind === 'system' ? null : (id ?? null),
    since ?? null,
    until ?? null,
  ];
}

// Each mutant takes one guarantee away; the named test must then fail. `find` must stand in the file exactly once (or `count` times).
const CLAIM = 'src/modules/claiming/sql/claim-jobs.sql';
const LIMITED = 'src/modules/claiming/sql/claim-limited-jobs.sql';
const COMPLETE = 'src/modules/claiming/sql/complete-jobs.sql';
const FINISH = 'src/modules/claiming/sql/finish-jobs.sql';
const RELEASE = 'src/modules/claiming/sql/release-jobs.sql';
const HEARTBEAT = 'src/modules/claiming/sql/heartbeat.sql';
const REAP = 'src/modules/reaping/sql/reap-jobs.sql';
const CLAIMING = 'test/integration/claiming.spec.ts';
const LEASES = 'test/integration/leases.spec.ts';
const REAPER = 'test/integration/reaper.spec.ts';
const MATERIALIZER = 'test/integration/materializer.spec.ts';
const ISOLATION = 'test/integration/isolation.spec.ts';
const TENANCY = 'test/integration/tenancy.spec.ts';
const SESSIONS = 'test/integration/auth-sessions.spec.ts';
const AUTH_LIMITS = 'test/integration/auth-limits.spec.ts';
const ACCOUNTS = 'test/integration/accounts.spec.ts';
const MEMBERS = 'test/integration/members.spec.ts';
const QUOTAS = 'test/integration/quotas.spec.ts';
const DATABASE_ROLES = 'test/integration/database-roles.spec.ts';
const HEARTBEAT_LINK = 'src/modules/claiming/heartbeat/heartbeat-link.ts';
const HEARTBEAT_FAULTS = 'test/e2e/heartbeat-faults.spec.ts';
const COMMANDS = 'test/integration/command-operations.spec.ts';
const GUARD = 'src/modules/tenancy/access.guard.ts';
const SCHEMA = 'migrations/sql/0001-initial.up.sql';

/** The filter by tenant in each statement that takes an id from a request: `find` is the condition, with its parameter in front. */
const TENANT_FILTERS = [
  ['src/modules/tenancy/project-access.ts', 'p.id = $1 AND m.user_id = $2', 'p.id = $1 AND $2::uuid IS NOT NULL'],
  [
    'src/modules/tenancy/project-access.ts',
    'if (principal.projectId !== projectId) return Promise.resolve(undefined);',
    '',
  ],
  [
    'src/modules/tenancy/organization.read-model.ts',
    'user_id = $1 AND organization_id = $2',
    '$1::uuid IS NOT NULL AND organization_id = $2',
  ],
  ['src/modules/tenancy/organization.read-model.ts', 'm.user_id = $1 AND', '$1::uuid IS NOT NULL AND'],
  [
    'src/modules/tenancy/project.store.ts',
    'p.organization_id IN (SELECT m.organization_id FROM memberships m WHERE m.user_id = $1)',
    '$1::uuid IS NOT NULL',
  ],
  [
    'src/modules/tenancy/membership.store.ts',
    'u.id = m.user_id WHERE m.organization_id = $1 AND m.user_id = $2',
    'u.id = m.user_id WHERE $1::uuid IS NOT NULL AND m.user_id = $2',
  ],
  [
    'src/modules/tenancy/membership.store.ts',
    'm.organization_id = $1 AND ($2::uuid IS NULL',
    '$1::uuid IS NOT NULL AND ($2::uuid IS NULL',
  ],
  [
    'src/modules/tenancy/invitation.store.ts',
    'organization_id = $1 AND id = $2 AND accepted_at',
    '$1::uuid IS NOT NULL AND id = $2 AND accepted_at',
  ],
  ['src/modules/tenancy/invitation.store.ts', 'i.organization_id = $1 AND ($2', '$1::uuid IS NOT NULL AND ($2'],
  [
    'src/modules/auth/session.store.ts',
    'id = $1 AND user_id = $2 AND revoked_at',
    'id = $1 AND $2::uuid IS NOT NULL AND revoked_at',
  ],
  ['src/modules/auth/session.store.ts', 't.user_id = $1 AND ($2', '$1::uuid IS NOT NULL AND ($2'],
  [
    'src/modules/auth/api-key.store.ts',
    'project_id = $1 AND id = $2 FOR NO KEY UPDATE',
    '$1::uuid IS NOT NULL AND id = $2 FOR NO KEY UPDATE',
  ],
  [
    'src/modules/auth/api-key.store.ts',
    'project_id = $1 AND ($2::uuid IS NULL',
    '$1::uuid IS NOT NULL AND ($2::uuid IS NULL',
  ],
  ['src/modules/audit/audit-log.read-model.ts', "listOf('a.project_id = $1')", "listOf('$1::uuid IS NOT NULL')"],
  ['src/modules/audit/audit-log.read-model.ts', "listOf('a.organization_id = $1')", "listOf('$1::uuid IS NOT NULL')"],
  [
    'src/modules/queues/queue.store.ts',
    'project_id = $1 AND id = $2 AND deleted_at',
    '$1::uuid IS NOT NULL AND id = $2 AND deleted_at',
  ],
  [
    'src/modules/queues/queue.store.ts',
    'project_id = $1 AND deleted_at IS NULL AND ($2::text',
    '$1::uuid IS NOT NULL AND deleted_at IS NULL AND ($2::text',
  ],
  [
    'src/modules/jobs/job.read-model.ts',
    'WHERE j.project_id = $1 AND j.id = $2`',
    'WHERE $1::uuid IS NOT NULL AND j.id = $2`',
  ],
  [
    'src/modules/jobs/job.read-model.ts',
    "'SELECT 1 FROM jobs WHERE project_id = $1 AND id = $2'",
    "'SELECT 1 FROM jobs WHERE $1::uuid IS NOT NULL AND id = $2'",
  ],
  [
    'src/modules/jobs/sql/cancel-jobs.sql',
    'x.job_id = d.id AND x.project_id = $1',
    'x.job_id = d.id AND $1::uuid IS NOT NULL',
  ],
  [
    'src/modules/jobs/sql/retry-jobs.sql',
    'x.job_id = d.id AND x.project_id = $1',
    'x.job_id = d.id AND $1::uuid IS NOT NULL',
  ],
  [
    'src/modules/jobs/sql/reschedule-job.sql',
    'x.job_id = $2 AND x.project_id = $1',
    'x.job_id = $2 AND $1::uuid IS NOT NULL',
  ],
  [
    'src/modules/dead-letters/sql/lock-dead-letters.sql',
    'x.id = i.id AND x.project_id = $1',
    'x.id = i.id AND $1::uuid IS NOT NULL',
  ],
  [
    'src/modules/dead-letters/dead-letter.read-model.ts',
    'd.project_id = $1 AND d.id = $2`',
    '$1::uuid IS NOT NULL AND d.id = $2`',
  ],
  [
    'src/modules/schedules/schedule.store.ts',
    '`SELECT ${COLUMNS} FROM schedules s WHERE s.project_id = $1 AND s.id = $2',
    '`SELECT ${COLUMNS} FROM schedules s WHERE $1::uuid IS NOT NULL AND s.id = $2',
  ],
  [
    'src/modules/schedules/schedule.store.ts',
    's.project_id = $1 AND s.deleted_at IS NULL AND ($2',
    '$1::uuid IS NOT NULL AND s.deleted_at IS NULL AND ($2',
  ],
];

export const MUTANTS = [
  {
    name: 'naive select-then-update: the claim does not lock what it reads',
    edits: [{ file: CLAIM, find: ' LIMIT 1000 FOR UPDATE SKIP LOCKED', replace: ' LIMIT 1000', count: 2 }],
    test: CLAIMING,
    only: '10 claim loops',
  },
  {
    name: 'claim by IN (SELECT … LIMIT …), under a forced nested loop',
    edits: [
      {
        file: CLAIM,
        find: 'WHERE l.job_id = ANY (ARRAY (SELECT job_id FROM picked))',
        replace:
          "WHERE l.job_id IN (SELECT x.job_id FROM live_jobs x WHERE x.queue_id = ($1::uuid[])[1] AND x.status = 'queued' AND x.priority = l.priority LIMIT 1 FOR UPDATE SKIP LOCKED)",
      },
    ],
    test: CLAIMING,
    only: 'forced nested loop',
  },
  {
    name: 'SKIP LOCKED removed: the claim waits behind the rows of another transaction',
    edits: [{ file: CLAIM, find: 'FOR UPDATE SKIP LOCKED', replace: 'FOR UPDATE', count: 2 }],
    test: CLAIMING,
    only: 'another transaction holds',
  },
  {
    name: 'one token for all jobs of a claim',
    edits: [{ file: CLAIM, find: 'to_hex((2 ^ 47 + floor(random() * 2 ^ 47))::bigint)', replace: "'800000000000'" }],
    test: CLAIMING,
    only: '10 claim loops',
  },
  {
    name: 'an array of uuids of which one is none is sent with what came out of it',
    edits: [
      {
        file: 'src/platform/database/pg-array.ts',
        find: 'array.length !== bytes || digits.length !== 2 * bytes',
        replace: 'array.length > bytes',
      },
    ],
    test: 'test/integration/binary-arrays.spec.ts',
    only: 'is no uuid',
  },
  {
    name: 'a single job that was due long ago goes before all others of its queue',
    edits: [{ file: 'src/modules/jobs/sql/enqueue-job.sql', find: 'greatest(d.due_at, now())', replace: 'd.due_at' }],
    test: 'test/integration/jobs-enqueue.spec.ts',
    only: 'an instant that has passed',
  },
  {
    name: 'the pause check of the claim removed',
    edits: [{ file: CLAIM, find: 'y.paused_at IS NULL AND y.deleted_at IS NULL', replace: 'y.deleted_at IS NULL' }],
    test: CLAIMING,
    only: 'paused between discovery and claim',
  },
  {
    name: 'limits counted without the lock on the queue row',
    edits: [
      {
        file: 'src/modules/claiming/sql/lock-limited-queues.sql',
        find: '\nFOR NO KEY UPDATE SKIP LOCKED',
        replace: '',
      },
    ],
    test: CLAIMING,
    only: 'another claim counts there',
  },
  {
    name: 'limits ignored',
    edits: [{ file: LIMITED, find: 'LIMIT greatest(0, room.jobs)', replace: 'LIMIT q.share' }],
    test: CLAIMING,
    only: 'no more than it has room',
  },
  {
    name: 'the cursor is never reset',
    edits: [{ file: 'src/modules/claiming/claimer.ts', find: 'this.ring.resetCursors();', replace: '' }],
    test: CLAIMING,
    only: 'behind the cursor',
  },
  {
    name: 'the jobs of a claim start in the order in which it answers them',
    edits: [{ file: 'src/modules/claiming/claim-answer.ts', find: 'jobs.sort(byUrgency)', replace: 'jobs' }],
    test: CLAIMING,
    only: 'answers its jobs in the order',
  },
  {
    name: 'a claim of nothing but drained queues is believed',
    edits: [
      {
        file: 'src/modules/claiming/claimer.ts',
        find: 'if (jobs.length > 0 || shares.some(({ queue }) => queue.isLimited)) return jobs;',
        replace: 'return jobs;',
      },
    ],
    test: CLAIMING,
    only: 'comes back empty before the last',
  },
  {
    name: 'fairness removed: shares by queues, not by projects',
    edits: [
      {
        file: 'src/modules/claiming/queue-ring.ts',
        find: 'Math.ceil(jobsLeft / projectsLeft)',
        replace: 'Math.ceil((jobs * queues.length) / chosen.length)',
      },
    ],
    test: CLAIMING,
    only: 'starve',
  },
  ...[FINISH, COMPLETE, HEARTBEAT, RELEASE, 'src/modules/claiming/sql/start-jobs.sql'].map((file) => ({
    name: `token check removed: ${file.split('/').pop()}`,
    edits: [{ file, find: ' AND x.lease_token = d.lease_token', replace: '' }],
    test: LEASES,
    only: 'zombie',
  })),
  {
    name: 'refund removed: reaper',
    edits: [{ file: REAP, find: 'attempt = greatest(l.attempt - 1, 0)', replace: 'attempt = l.attempt' }],
    test: REAPER,
    only: 'gives the attempt back',
  },
  {
    name: 'refund removed: graceful release',
    edits: [{ file: RELEASE, find: 'attempt = greatest(0, l.attempt - 1)', replace: 'attempt = l.attempt' }],
    test: LEASES,
    only: 'gives the attempt back',
  },
  {
    name: 'loss cap removed',
    edits: [{ file: REAP, find: 'WHEN c.losses > c.max_losses THEN', replace: 'WHEN false THEN', count: 2 }],
    test: REAPER,
    only: 'worker_lost',
  },
  {
    name: 'the reaper does not compare the token and the expiry on the locked row',
    edits: [{ file: REAP, find: ' AND x.lease_token = d.lease_token AND x.lock_expires_at < now()', replace: '' }],
    test: REAPER,
    only: 'between the look and the taking',
  },
  {
    name: 'cancel requests ignored by the finish',
    edits: [
      {
        file: FINISH,
        find: "CASE WHEN l.cancel_requested_at IS NOT NULL AND d.fate <> 'complete' THEN 'cancel' ELSE d.fate END",
        replace: 'd.fate',
      },
    ],
    test: LEASES,
    only: 'asked to be cancelled',
  },
  {
    name: 'a repeated finish does not look for its own execution',
    edits: [
      { file: 'src/modules/claiming/finish.store.ts', find: 'missing.length > 0 ?', replace: 'missing.length < 0 ?' },
    ],
    test: LEASES,
    only: 'answer was lost',
  },
  {
    name: 'a repeated success does not look for its own execution',
    edits: [
      {
        file: 'src/modules/claiming/finish.store.ts',
        find: '!missing.has(jobId) || recorded.has(jobId)',
        replace: '!missing.has(jobId)',
      },
    ],
    test: LEASES,
    only: 'answer was lost',
  },
  {
    name: 'a bad item fails its whole batch',
    edits: [
      {
        file: 'src/platform/database/batcher.ts',
        find: 'if (isDataError(error) && batch.length > 1) return this.halve(batch);',
        replace: '',
      },
    ],
    test: LEASES,
    only: 'fails alone',
  },
  {
    name: 'slot uniqueness removed',
    edits: [
      {
        file: 'migrations/sql/0001-initial.up.sql',
        find: 'PRIMARY KEY (schedule_id, slot)',
        replace: 'CHECK (slot IS NOT NULL)',
      },
      {
        file: 'src/modules/schedules/sql/record-schedule-runs.sql',
        find: 'ON CONFLICT (schedule_id, slot) DO NOTHING',
        replace: '',
      },
    ],
    test: MATERIALIZER,
    only: 'recorded before',
  },
  ...TENANT_FILTERS.map(([file, find, replace], index) => ({
    name: `tenant filter removed: ${file.split('/').pop()} (${index + 1})`,
    edits: [{ file, find, replace }],
    test: ISOLATION,
    only: 'tenant isolation',
  })),
  {
    name: 'tenant filter removed: a queue by its name',
    edits: [
      {
        file: 'src/modules/queues/queue.store.ts',
        find: 'project_id = $1 AND name = $2 AND deleted_at',
        replace: '$1::uuid IS NOT NULL AND name = $2 AND deleted_at',
      },
    ],
    test: 'test/integration/jobs-enqueue.spec.ts',
    only: 'by its id and by its name',
  },
  {
    name: 'access: a route that declares nothing is open',
    edits: [
      {
        file: GUARD,
        find: 'if (!access) throw',
        replace: 'if (access === undefined) return true;\n    if (!access) throw',
      },
    ],
    test: TENANCY,
    only: 'declares nothing',
  },
  {
    name: 'access: a missing permission in one’s own project is let through',
    edits: [
      {
        file: 'src/modules/tenancy/project-access.ts',
        find: 'standing.role !== null && roleAllows(standing.role, permission)',
        replace: 'standing.role !== null',
      },
    ],
    test: TENANCY,
    only: 'lets each role do what the table says',
  },
  {
    name: 'access: everybody is an operator',
    edits: [
      { file: GUARD, find: "if (!personOf(principal).isOperator) throw missing('installation:operate');", replace: '' },
    ],
    test: ISOLATION,
    only: 'routes of operators',
  },
  {
    name: 'access: a role is remembered for ever',
    edits: [
      {
        file: 'src/modules/tenancy/project-access.ts',
        find: 'const CACHE = { maxAgeMs: 1_000,',
        replace: 'const CACHE = { maxAgeMs: 1e9,',
      },
    ],
    test: TENANCY,
    only: 'count within a second',
  },
  {
    name: 'access: the type of a token is not looked at',
    edits: [{ file: 'src/modules/auth/token.service.ts', find: 'verified.header.typ !== TYPE || ', replace: '' }],
    test: SESSIONS,
    only: 'forged token',
  },
  {
    name: 'access: the session version is not compared',
    edits: [
      {
        file: 'src/modules/auth/session.store.ts',
        find: ' AND t.revoked_at IS NULL AND t.session_version = u.session_version`',
        replace: ' AND t.revoked_at IS NULL`',
      },
      {
        file: 'src/modules/auth/authenticator.ts',
        find: 'standing?.sessionVersion !== sessionVersion',
        replace: '!standing',
      },
    ],
    test: SESSIONS,
    only: 'session version rising',
  },
  {
    name: 'access: a refresh token is not compared with the place of its family',
    edits: [
      {
        file: 'src/modules/auth/session.store.ts',
        find: 't.counter = $2 AND t.token_hash = $3 AND',
        replace: '$2::int IS NOT NULL AND $3::bytea IS NOT NULL AND',
      },
    ],
    test: SESSIONS,
    only: '20 parallel callers',
  },
  {
    name: 'access: a stolen refresh token does not cut its family',
    edits: [
      {
        file: 'src/modules/auth/session.service.ts',
        find: 'await this.cutStolen(place.familyId, request);',
        replace: '',
      },
    ],
    test: SESSIONS,
    only: 'cuts the whole family',
  },
  {
    name: 'access: a changed password leaves the sessions alone',
    edits: [
      {
        file: 'src/modules/auth/user.store.ts',
        find: 'return this.cutSessions(session, userId);',
        replace: 'return (await this.credentialsById(session, userId))?.sessionVersion ?? 0;',
      },
    ],
    test: ACCOUNTS,
    only: 'is changed by who knows it',
  },
  {
    name: 'access: a reset link works twice',
    edits: [
      {
        file: 'src/modules/auth/user.store.ts',
        find: 'DELETE FROM password_resets WHERE user_id = $1',
        replace: 'SELECT $1::uuid',
      },
      {
        file: 'src/modules/auth/user.store.ts',
        find: 'DELETE FROM password_resets WHERE token_hash = $1 AND expires_at > now() RETURNING user_id AS "userId"',
        replace: 'SELECT user_id AS "userId" FROM password_resets WHERE token_hash = $1 AND expires_at > now()',
      },
    ],
    test: ACCOUNTS,
    only: 'by a link in a mail, once',
  },
  {
    name: 'access: an invitation is accepted twice',
    edits: [
      { file: 'src/modules/tenancy/invitation.store.ts', find: 'return taken === 1;', replace: 'return true;' },
      {
        file: 'src/modules/tenancy/invitation.store.ts',
        find: 'AND i.accepted_at IS NULL AND i.expires_at > now()`,\n      [tokenHash]',
        replace: 'AND i.expires_at > now()`,\n      [tokenHash]',
      },
    ],
    test: ACCOUNTS,
    only: 'is accepted by its user',
  },
  {
    name: 'access: owners are counted without the lock on the organization',
    edits: [
      {
        file: 'src/modules/tenancy/organization.store.ts',
        find: 'WHERE o.id = $1 FOR NO KEY UPDATE',
        replace: 'WHERE o.id = $1',
      },
    ],
    test: MEMBERS,
    only: 'all owners go at once',
  },
  {
    name: 'limits: an attempt is not written down before the secret is checked',
    edits: [
      {
        file: 'src/modules/auth/attempt-limiter.ts',
        find: 'await this.store.insert(session, id, subjects);',
        replace: '',
      },
    ],
    test: AUTH_LIMITS,
    only: '60 parallel guesses',
  },
  {
    name: 'limits: a right password counts as well',
    edits: [
      {
        file: 'src/modules/auth/attempt-limiter.ts',
        find: 'else await this.store.remove(this.database, id, subjects);',
        replace: 'else await this.store.markFailed(this.database, id, subjects);',
      },
    ],
    test: AUTH_LIMITS,
    only: 'a right password',
  },
  {
    name: 'limits: whatever X-Forwarded-For says is believed',
    edits: [
      {
        file: 'src/platform/http/create-http-app.ts',
        find: 'hop: number) => hop < hops',
        replace: 'hop: number) => hop >= 0',
      },
    ],
    test: AUTH_LIMITS,
    only: 'another X-Forwarded-For',
  },
  {
    name: 'limits: an enqueue lease is not capped by what others hold',
    edits: [
      {
        file: 'src/modules/quotas/enqueue-lease.store.ts',
        find: 'excluded.limit_per_minute - CASE WHEN w.minute < excluded.minute THEN 0 ELSE w.leased END',
        replace: 'excluded.limit_per_minute',
        count: 2,
      },
    ],
    test: QUOTAS,
    only: 'holds over all api processes',
  },
  ...['audit_log', 'jobs', 'job_executions'].map((table) => ({
    name: `append-only removed: ${table}`,
    edits: [
      {
        file: SCHEMA,
        find: '  RETURN true;\nEND',
        replace: `  GRANT UPDATE, DELETE ON ${table} TO rota_app;\n  RETURN true;\nEND`,
      },
    ],
    test: DATABASE_ROLES,
    only: 'and neither change, remove, empty nor lock',
  })),
  {
    name: 'append-only removed: the purge takes living jobs',
    edits: [
      {
        file: SCHEMA,
        find: '    WHERE NOT EXISTS (SELECT 1 FROM live_jobs l WHERE l.job_id = j.id)\n      AND ((SELECT',
        replace: '    WHERE true OR ((SELECT',
      },
    ],
    test: DATABASE_ROLES,
    only: 'purges nothing that is alive',
  },
  {
    name: 'logs: PostgreSQL tells the details of what it refuses',
    edits: [{ file: 'scripts/postgres/embedded.mjs', find: '    ...TERSE,\n', replace: '' }],
    test: 'test/integration/server-log.spec.ts',
    only: 'is the fault and never the values',
  },
  {
    name: 'logs: the search passes over what it finds',
    edits: [{ file: 'scripts/test/secret-search.mjs', find: ', ...found]', replace: ']' }],
    test: 'scripts/test/secret-search.spec.ts',
    only: 'holds a secret',
  },
  {
    name: 'logs: what lies deep is written as it is',
    edits: [{ file: 'src/platform/logging/redact.ts', find: "return '[deep]';", replace: 'return value;' }],
    test: 'src/platform/logging/redact.spec.ts',
    only: 'below the depth',
  },
  {
    name: 'logs: payloads are written as they are',
    edits: [{ file: 'src/platform/logging/redact.ts', find: 'return summarize(entry);', replace: 'return entry;' }],
    test: 'src/platform/logging/redact.spec.ts',
    only: 'as a payload',
  },
  {
    name: 'a purge looks at the scheduled jobs of all projects',
    edits: [
      {
        file: 'src/modules/queues/sql/purge-scheduled.sql',
        find: "(l.project_id, l.job_id) <= ($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)",
        replace: '$2::uuid IS NOT NULL',
      },
      {
        file: 'src/modules/queues/sql/purge-scheduled.sql',
        find: '> ($2::uuid, $3::uuid)',
        replace: "> ('00000000-0000-0000-0000-000000000000'::uuid, $3::uuid)",
      },
    ],
    test: 'test/integration/tenant-lists.spec.ts',
    only: 'walks the scheduled jobs of its project',
  },
  {
    name: 'hints: what missed its turn is not told later',
    edits: [
      {
        file: 'src/modules/jobs/enqueue-lanes.ts',
        find: 'if (!rider || !queueIds.includes(queueId)) this.notifier',
        replace: 'if (!queueIds.includes(queueId)) this.notifier',
      },
    ],
    test: 'test/integration/queue-hints.spec.ts',
    only: 'every queue of a batch',
  },
  {
    name: 'hints: each enqueue takes its turn at once',
    edits: [
      {
        file: 'src/platform/database/notifier.ts',
        find: 'const isTurn = this.timer === undefined && performance.now() - this.lastSentAtMs >= COALESCE_MS;',
        replace: 'const isTurn = true;',
      },
    ],
    test: 'test/integration/queue-hints.spec.ts',
    only: 'hints of many jobs are joined',
  },
  {
    name: 'fairness: queues that are full count as ready',
    edits: [
      {
        file: 'src/modules/claiming/sql/discover-queues.sql',
        find: 'z.max_concurrency IS NULL OR',
        replace: 'true OR',
      },
    ],
    test: 'test/integration/full-queues.spec.ts',
    only: 'hundreds of them',
  },
  {
    name: 'heartbeat: leases that are not found any more are not told',
    edits: [
      {
        file: 'src/modules/claiming/heartbeat/heartbeat-thread.ts',
        find: 'if (!row) lost.push(index);\n      else if (row.isCancelRequested)',
        replace: 'if (row?.isCancelRequested)',
      },
    ],
    test: 'test/e2e/worker-promises.spec.ts',
    only: 'ten leases that are lost together',
  },
  {
    name: 'heartbeat: a new thread does not know what the old one kept',
    edits: [
      {
        file: HEARTBEAT_LINK,
        find: 'held: [...this.leases].map(',
        replace: 'held: [...this.leases].slice(0, 0).map(',
      },
    ],
    test: HEARTBEAT_FAULTS,
    only: 'a thread that dies is started anew',
  },
  {
    name: 'heartbeat: a thread that dies is not started anew',
    edits: [{ file: HEARTBEAT_LINK, find: 'if (this.isStopping) return;\n    this.spawn();', replace: '' }],
    test: HEARTBEAT_FAULTS,
    only: 'a thread that dies is started anew',
  },
  {
    name: 'heartbeat: jobs are claimed although no thread lives',
    edits: [{ file: HEARTBEAT_LINK, find: 'this.isThreadReady = false;', replace: '' }],
    test: HEARTBEAT_FAULTS,
    only: 'while no thread lives',
  },
  {
    name: 'heartbeat: the pause before a new thread does not grow',
    edits: [
      {
        file: 'src/modules/claiming/heartbeat/respawn-pause.ts',
        find: 'Math.min(MAX_MS, 2 * pauseMs)',
        replace: 'Math.min(MAX_MS, pauseMs)',
      },
    ],
    test: 'src/modules/claiming/heartbeat/respawn-pause.spec.ts',
    only: 'grows with each death',
  },
  {
    name: 'worker: a claim that is sent ahead forgets the jobs that are being taken over',
    edits: [{ file: 'src/modules/worker/claim.loop.ts', find: 'this.ask(jobs.length)', replace: 'this.ask(0)' }],
    test: 'test/e2e/worker-handlers.spec.ts',
    only: 'holds no more slow jobs than it has slots',
  },
  {
    name: 'worker: a process that continues runs its buffer before it looks at the time',
    edits: [
      {
        file: 'src/modules/worker/worker-runtime.ts',
        find: 'if (performance.now() - this.parts.heartbeat.board.loopTickAtMs > LATE_SWEEP_MS) return;',
        replace: '',
      },
    ],
    test: HEARTBEAT_FAULTS,
    only: 'jobs that waited in the buffer',
  },
  {
    name: 'worker: a claim that was answered late is run',
    edits: [
      {
        file: 'src/modules/worker/worker-runtime.ts',
        find: 'const isTooOld = ageMs > this.parts.leaseConfig.fenceMs;',
        replace: 'const isTooOld = false;',
      },
      {
        file: 'src/modules/worker/sweeper.ts',
        find: 'if (this.isFenced) return this.fence();',
        replace: '',
      },
      {
        file: 'src/modules/worker/worker-runtime.ts',
        find: 'if (performance.now() - this.parts.heartbeat.board.loopTickAtMs > LATE_SWEEP_MS) return;',
        replace: '',
      },
    ],
    test: HEARTBEAT_FAULTS,
    only: 'a claim that is answered',
  },
  ...[
    [
      'src/modules/queues/queue-resumption.ts',
      'await this.audit.record(session, systemScope(place, requestId), resumptionOf(queue));',
    ],
    ['src/modules/schedules/schedule-resumption.ts', "action: 'schedule.resumed',"],
  ].map(([file, find]) => ({
    name: `audit removed: resume-all, ${file}`,
    edits: [{ file, find, replace: find.startsWith('await') ? '' : "action: 'schedule.touched'," }],
    test: COMMANDS,
    only: 'whatever is resumed in all projects',
  })),
  {
    name: 'trace: a trigger does not pass it on',
    edits: [
      {
        file: 'src/modules/schedules/schedule-trigger.ts',
        find: 'keptTraceparent(traceparent)',
        replace: 'keptTraceparent(null)',
      },
    ],
    test: 'test/integration/schedules-api.spec.ts',
    only: 'passes the trace of its caller',
  },
  ...[
    [
      'a token carries the time of the host',
      'src/modules/auth/token.service.ts',
      'sv: claims.sessionVersion, iat: sharedNowSeconds() }',
      'sv: claims.sessionVersion }',
      'ten minutes ahead',
    ],
    [
      'a token is judged by the time of the host',
      'src/modules/auth/token.service.ts',
      'clockTimestamp: sharedNowSeconds(),',
      '',
      'a day ahead',
    ],
    [
      'ids carry the time of the host',
      'src/kernel/ids.ts',
      'const nowMs = sharedNowMs();',
      'const nowMs = Date.now();',
      'ten minutes behind',
    ],
    [
      'a jump is not noticed',
      'src/platform/clock/clock.loop.ts',
      '!hasJumped && performance.now()',
      'performance.now()',
      'that jumps by 600000',
    ],
  ].map(([name, file, find, replace, only]) => ({
    name: `clock: ${name}`,
    edits: [{ file, find, replace }],
    test: 'test/e2e/clocks.spec.ts',
    only,
  })),
];

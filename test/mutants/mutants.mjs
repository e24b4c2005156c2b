// Each mutant takes one guarantee away; the named test must then fail. `find` must stand in the file exactly once (or `count` times).
const CLAIM = 'src/modules/claiming/sql/claim-jobs.sql';
const LIMITED = 'src/modules/claiming/sql/claim-limited-jobs.sql';
const FINISH = 'src/modules/claiming/sql/finish-jobs.sql';
const RELEASE = 'src/modules/claiming/sql/release-jobs.sql';
const HEARTBEAT = 'src/modules/claiming/sql/heartbeat.sql';
const REAP = 'src/modules/reaping/sql/reap-jobs.sql';
const CLAIMING = 'test/integration/claiming.spec.ts';
const LEASES = 'test/integration/leases.spec.ts';
const REAPER = 'test/integration/reaper.spec.ts';
const MATERIALIZER = 'test/integration/materializer.spec.ts';

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
    name: 'the pause check of the claim removed',
    edits: [{ file: CLAIM, find: 'z.paused_at IS NULL AND z.deleted_at IS NULL', replace: 'z.deleted_at IS NULL' }],
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
    only: 'exceed the limit',
  },
  {
    name: 'limits ignored',
    edits: [{ file: LIMITED, find: 'LIMIT greatest(0, room.jobs)', replace: 'LIMIT q.share' }],
    test: CLAIMING,
    only: 'exceed the limit',
  },
  {
    name: 'the cursor is never reset',
    edits: [{ file: 'src/modules/claiming/claimer.ts', find: 'this.ring.resetCursors();', replace: '' }],
    test: CLAIMING,
    only: 'behind the cursor',
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
  ...[FINISH, HEARTBEAT, RELEASE, 'src/modules/claiming/sql/start-jobs.sql'].map((file) => ({
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
    name: 'a bad item fails its whole batch',
    edits: [
      {
        file: 'src/platform/database/batcher.ts',
        find: 'if (isDataError(error)) return this.halve(items, error);',
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
];

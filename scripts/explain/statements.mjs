// The hot statements with the parameters that their stores really bind: each store is called with a session that writes down what it
// is asked, so that no page shows a statement or a parameter that the code does not send.
import path from 'node:path';
import { projectRoot } from '../bootstrap/project-root.mjs';

const fromBuild = (...parts) => import(path.join(projectRoot, 'dist', 'src', ...parts));
const { ClaimCursor } = await fromBuild('modules', 'claiming', 'claim-cursor.js');
const { ClaimStore } = await fromBuild('modules', 'claiming', 'claim.store.js');
const { FinishStore } = await fromBuild('modules', 'claiming', 'finish.store.js');
const { LeaseStore } = await fromBuild('modules', 'claiming', 'lease.store.js');
const { EnqueueStore } = await fromBuild('modules', 'jobs', 'enqueue.store.js');
const { JobListReadModel } = await fromBuild('modules', 'jobs', 'job-list.read-model.js');
const { JobReadModel } = await fromBuild('modules', 'jobs', 'job.read-model.js');
const { ReaperStore } = await fromBuild('modules', 'reaping', 'reaper.store.js');
const { Promoter } = await fromBuild('modules', 'schedules', 'promoter.js');
const { newId } = await fromBuild('kernel', 'ids.js');

/** What a store asked: the statements in order, settings of the transaction apart. */
class Recorder {
  asked = [];
  settings = [];

  async query(statement, values = []) {
    this.asked.push({ text: typeof statement === 'string' ? statement : statement.text, values });
    return [];
  }

  async execute(statement) {
    this.settings.push(statement);
    return 0;
  }

  transaction(work) {
    return work(this);
  }
}

async function asked(work) {
  const recorder = new Recorder();
  // Without an answer most callers give up; what they asked is known by then.
  await Promise.resolve(work(recorder)).catch(() => undefined);
  const [first] = recorder.asked;
  if (!first) throw new Error('the store asked nothing');
  return { ...first, settings: recorder.settings };
}

const CLAIM = 100;
const BATCH = 100;
const nothing = () => undefined;

/** @param {import('pg').Client} client on the seeded database */
export async function hotStatements(client) {
  const { queueId, projectId, claimed, workerId } = await subjects(client);
  const lease = ({ jobId, leaseToken }) => ({ jobId, leaseToken });
  const job = () => ({ id: newId(), projectId, queueId, handler: 'noop', payloadJson: '{"text":"x"}', priority: 0 });
  const list = (filter) => (session) => new JobListReadModel(session).list(projectId, filter, 50);
  return [
    await claimStatement({ queueId, workerId }),
    page(
      'discover-queues',
      'hot',
      'all queues',
      await asked((session) => new ClaimStore(session).discoverQueues('ffffffff-ffff-ffff-ffff-ffffffffffff', null)),
    ),
    page(
      'complete-jobs',
      'hot',
      `${BATCH} jobs, all completed`,
      await asked((session) => new FinishStore(session).finish(claimed.map((entry) => completed(entry)))),
    ),
    page(
      'finish-jobs',
      'hot',
      `${BATCH} jobs, one of them failed`,
      await asked((session) =>
        new FinishStore(session).finish([failed(claimed[0]), ...claimed.slice(1).map((entry) => completed(entry))]),
      ),
    ),
    page(
      'start-jobs',
      'hot',
      `${BATCH} jobs`,
      await asked((session) =>
        new LeaseStore(session).start(claimed.map((entry) => ({ ...lease(entry), startedAgoMs: 100 }))),
      ),
    ),
    page(
      'heartbeat',
      'hot',
      `${BATCH} leases`,
      await asked((session) =>
        new LeaseStore(session).heartbeat(
          claimed.map((entry) => ({ ...lease(entry), progressJson: null })),
          30_000,
        ),
      ),
    ),
    page(
      'release-jobs',
      'hot',
      `${BATCH} jobs`,
      await asked((session) =>
        new LeaseStore(session).release(claimed.map((entry) => ({ ...lease(entry), delayMs: 0, startedAgoMs: null }))),
      ),
    ),
    page(
      'enqueue-jobs',
      'hot',
      `${BATCH} jobs without keys`,
      await asked((session) =>
        new EnqueueStore().enqueue(
          session,
          Array.from({ length: BATCH }, () => ({ job: job() })),
        ),
      ),
    ),
    page(
      'enqueue-job',
      'hot',
      'one job without a key',
      await asked((session) => new EnqueueStore().enqueue(session, [{ job: job() }])),
    ),
    page(
      'promote-jobs',
      'control',
      'a batch of due jobs',
      await asked((session) => new Promoter(session, { notify: nothing }, { count: nothing }).runOnce()),
    ),
    page('find-expired-leases', 'control', 'a batch', await asked((session) => new ReaperStore().findExpired(session))),
    page(
      'reap-jobs',
      'control',
      `${BATCH} leases`,
      await asked((session) => new ReaperStore().reap(session, claimed.map(lease))),
    ),
    page('list-jobs', 'app', 'jobs of a project, newest first', await asked(list({}))),
    page('list-jobs-of-queue', 'app', 'jobs of a queue, newest first', await asked(list({ queueId }))),
    page('list-queued-jobs', 'app', 'queued jobs of a queue', await asked(list({ queueId, status: 'queued' }))),
    page('list-running-jobs', 'app', 'jobs in flight of a project', await asked(list({ status: 'running' }))),
    page('list-completed-jobs', 'app', 'completed jobs of a project', await asked(list({ status: 'completed' }))),
    page(
      'get-job',
      'app',
      'one job',
      await asked((session) => new JobReadModel(session).get(projectId, claimed[0].jobId)),
    ),
  ];
}

/** The claim of a worker that has met one priority in one queue. */
export async function claimStatement({ queueId, workerId }) {
  const claims = [{ queueId, share: CLAIM, ranges: warmCursor().ranges() }];
  const claim = (session) => new ClaimStore(session).claim(claims, { workerId, leaseMs: 30_000 });
  return page('claim-jobs', 'hot', `one queue, ${CLAIM} jobs, one known priority`, await asked(claim));
}

const page = (name, pool, given, statement) => ({ name, pool, given, ...statement });

/** A cursor that has met one priority, at the beginning of its jobs. */
function warmCursor() {
  const cursor = new ClaimCursor();
  cursor.advance([{ priority: 0, runAt: '2000-01-01 00:00:00+00', jobId: '00000000-0000-0000-0000-000000000000' }]);
  return cursor;
}

function completed({ jobId, leaseToken }) {
  const atMs = performance.now();
  const nothingElse = { delayMs: null, errorJson: null, resultJson: null, letterId: null, reason: null };
  return {
    jobId,
    leaseToken,
    executionSeq: 1,
    outcome: 'completed',
    fate: 'complete',
    startedAtMs: atMs - 2,
    finishedAtMs: atMs - 1,
    ...nothingElse,
  };
}

const failed = (entry) => ({ ...completed(entry), outcome: 'failed', fate: 'retry', delayMs: 1_000 });

async function subjects(client) {
  const { rows: queues } = await client.query(
    `SELECT id, project_id FROM queues WHERE name = 'queue-1' ORDER BY id LIMIT 1`,
  );
  const { rows: claimed } = await client.query(
    `SELECT job_id AS "jobId", lease_token AS "leaseToken", worker_id AS "workerId" FROM live_jobs WHERE status = 'claimed' ORDER BY job_id LIMIT ${BATCH}`,
  );
  return { queueId: queues[0].id, projectId: queues[0].project_id, claimed, workerId: claimed[0].workerId };
}

import { countOf } from '../../kernel/count-of.js';
import type { Session } from '../../platform/database/index.js';
import { PUT_BACK } from '../queues/index.js';
import { type CheckResult, duration, fail, ok, warn } from './check.js';

/** The reaper looks every ten seconds, the promoter twice a second: what is this late has nobody who looks. */
const LATE_SECONDS = 60;

/** So many paused queues are told by name. */
const NAMED = 3;

const WORK = `
  SELECT
    (SELECT count(*)::int FROM workers w WHERE w.state IN ('live', 'draining') AND w.last_heartbeat_at > now() - interval '1 minute') AS workers,
    (SELECT max(extract(epoch FROM now() - l.lock_expires_at))::float8 FROM live_jobs l WHERE l.status IN ('claimed', 'running')) AS "expiredSeconds",
    (SELECT extract(epoch FROM now() - l.run_at)::float8 FROM live_jobs l WHERE l.status = 'scheduled' ORDER BY l.run_at LIMIT 1) AS "overdueSeconds",
    (SELECT extract(epoch FROM now() - s.next_slot_at)::float8 FROM schedules s
     WHERE s.next_slot_at IS NOT NULL AND s.paused_at IS NULL AND s.deleted_at IS NULL ORDER BY s.next_slot_at LIMIT 1) AS "slotSeconds",
    (SELECT count(*)::int FROM (SELECT 1 FROM live_jobs l WHERE l.status = 'queued' LIMIT 1) x) AS waiting,
    (SELECT count(*)::int FROM queues q WHERE q.paused_at IS NOT NULL AND q.deleted_at IS NULL) AS "pausedQueues",
    (SELECT array_agg(x.name) FROM (
       SELECT q.name FROM queues q WHERE q.paused_at IS NOT NULL AND q.deleted_at IS NULL ORDER BY q.paused_at DESC, q.name LIMIT ${NAMED}) x) AS "pausedNames",
    (SELECT count(*)::int FROM schedules s WHERE s.paused_at IS NOT NULL AND s.deleted_at IS NULL) AS "pausedSchedules"`;

/** Handlers of jobs that every worker of their queue puts back. Jobs that no worker serves are another matter. */
const UNOFFERED = `
  WITH live_workers AS MATERIALIZED (
    SELECT k.queues, k.handlers FROM workers k WHERE k.state = 'live' AND k.last_heartbeat_at > now() - interval '1 minute'
  )
  SELECT j.handler, q.name AS queue, count(*)::int AS jobs
  FROM (${PUT_BACK}) b
  CROSS JOIN LATERAL (SELECT i.handler FROM jobs i WHERE i.id = b.job_id LIMIT 1) j
  JOIN queues q ON q.id = b.queue_id
  WHERE q.deleted_at IS NULL AND q.paused_at IS NULL
    AND (SELECT bool_or(j.handler = ANY (k.handlers)) FROM live_workers k
         WHERE k.queues IS NULL OR k.queues && ARRAY[q.name, q.id::text]) IS FALSE
  GROUP BY j.handler, q.name ORDER BY count(*) DESC, j.handler, q.name LIMIT 5`;

interface Unoffered {
  readonly handler: string;
  readonly queue: string;
  readonly jobs: number;
}

interface Work {
  readonly workers: number;
  readonly expiredSeconds: number | null;
  readonly overdueSeconds: number | null;
  readonly slotSeconds: number | null;
  readonly waiting: number;
  readonly pausedQueues: number;
  /** The newest pauses first; of all projects. */
  readonly pausedNames: readonly string[] | null;
  readonly pausedSchedules: number;
}

export async function checkWork(session: Session): Promise<CheckResult[]> {
  const [work] = await session.query<Work>(WORK);
  if (!work) return [];
  const unoffered = await session.query<Unoffered>(UNOFFERED);
  return [workers(work), handlers(unoffered), scheduler(work), paused(work)];
}

function handlers(unoffered: readonly Unoffered[]): CheckResult {
  if (unoffered.length === 0) return ok('handlers', 'no job is put back for want of its handler');
  const detail = unoffered
    .map(({ handler, queue, jobs }) => `${countOf(jobs, 'job')} of ${handler} in ${queue}`)
    .join(', ');
  const advice =
    'set HANDLER_MODULES (for send_email SMTP_URL) on the workers that serve the queue, or start one that has it';
  return fail('handlers', `no live worker offers the handler of ${detail}`, advice);
}

function workers({ workers: alive, waiting }: Work): CheckResult {
  if (alive > 0) return ok('workers', `${alive} alive`);
  const advice = 'start processes with ROLE=worker';
  return waiting > 0
    ? fail('workers', 'jobs wait, and no worker is alive', advice)
    : warn('workers', 'none is alive', advice);
}

/** What only the scheduler does: if it is late, none runs, or none reaches the database. */
function scheduler({ expiredSeconds, overdueSeconds, slotSeconds }: Work): CheckResult {
  const late = [
    { seconds: expiredSeconds, what: 'a lease has been over' },
    { seconds: overdueSeconds, what: 'a delayed job has been due' },
    { seconds: slotSeconds, what: 'a schedule has been due' },
  ].filter(({ seconds }) => (seconds ?? 0) > LATE_SECONDS);
  if (late.length === 0) return ok('scheduler', 'no lease, delayed job or schedule is overdue');
  const detail = late.map(({ seconds, what }) => `${what} for ${duration(seconds ?? 0)}`).join('; ');
  return fail('scheduler', detail, 'start a process with ROLE=scheduler, or look at the log of the one that runs');
}

function paused({ pausedQueues, pausedNames, pausedSchedules }: Work): CheckResult {
  if (pausedQueues + pausedSchedules === 0) return ok('pauses', 'nothing is paused');
  const isOne = pausedQueues + pausedSchedules === 1;
  const names = pausedNames ?? [];
  const more = pausedQueues > names.length ? ', …' : '';
  const what = [
    pausedQueues > 0 && `${countOf(pausedQueues, 'queue')} (${names.join(', ')}${more})`,
    pausedSchedules > 0 && countOf(pausedSchedules, 'schedule'),
  ];
  const detail = `${what.filter((text) => text !== false).join(' and ')} ${isOne ? 'is' : 'are'} paused`;
  const [one] = names;
  const advice = [
    one !== undefined && `\`rota resume ${names.length === 1 && more === '' ? one : 'NAME'}\``,
    pausedSchedules > 0 && 'resume the schedule in the admin app',
  ].filter((text) => text !== false);
  return warn('pauses', detail, `if that is not meant: ${advice.join(', ')}`);
}

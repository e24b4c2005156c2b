import { PUT_BACK_MAX_MS } from '../../kernel/put-back.js';

/**
 * Orders of the indexes of `live_jobs`, for counts with a limit: without one, statistics may favour a scan over what other tenants have,
 * because it seems to meet enough rows soon.
 */
export const CLAIM_ORDER = 'l.queue_id, l.priority DESC, l.run_at, l.job_id';
export const FLIGHT_ORDER = 'l.queue_id, l.worker_id';

const LOWEST = `'00000000-0000-0000-0000-000000000000'::uuid`;
const HIGHEST = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/**
 * The queue of each scheduled job of a project, without a limit. By whole rows of the index `live_jobs_scheduled` and in its order, so
 * that no statistics favour a scan over what other tenants have.
 */
export const scheduledOf = (projectId: string): string => `
  SELECT l.queue_id FROM live_jobs l
  WHERE l.status = 'scheduled' AND (l.project_id, l.job_id) >= (${projectId}, ${LOWEST}) AND (l.project_id, l.job_id) < (${projectId}, ${HIGHEST})
  ORDER BY l.project_id, l.job_id`;

/** Most jobs that {@link PUT_BACK} looks at. */
const PUT_BACK_EXAMINED = 10_000;

/**
 * Jobs of all projects that were given back and are due again soon, as a worker leaves those whose handler it lacks: it
 * delays them by half a minute at most. What has been overdue for longer waits for a scheduler. By a short range of the index `live_jobs_due`,
 * and bounded: beyond 10,000 jobs that are due in that time some are not seen. Measured beside
 * 1,000,000 delayed jobs: 120 that were put back in 0.1 ms, 100,000 in 5 ms.
 */
export const PUT_BACK = `
  SELECT b.project_id, b.queue_id, b.job_id FROM (
    SELECT l.project_id, l.queue_id, l.job_id, l.execution_seq > l.attempt AS is_refunded FROM live_jobs l
    WHERE l.status = 'scheduled' AND l.run_at > now() - interval '10 seconds' AND l.run_at <= now() + interval '${PUT_BACK_MAX_MS} ms'
    ORDER BY l.run_at LIMIT ${PUT_BACK_EXAMINED}) b
  WHERE b.is_refunded`;

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

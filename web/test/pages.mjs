// Every page of the app. Paths below a project may name what the seeds made.

/** Reached without a session. @returns name → path */
export function entryPages({ invitationToken }) {
  return {
    'sign-in': '/sign-in',
    'sign-up': '/sign-up',
    'forgot-password': '/forgot-password',
    'reset-password': '/reset-password#token=unknown',
    invitation: `/invitation#token=${invitationToken}`,
    setup: '/setup#token=unknown',
  };
}

/** @returns name → path below the project */
export function projectPages({ queue, jobId, scheduleId, letterId }) {
  return {
    overview: 'overview',
    queues: 'queues',
    queue: `queues/${queue}`,
    jobs: 'jobs',
    job: `jobs/${jobId}`,
    schedules: 'schedules',
    schedule: `schedules/${scheduleId}`,
    'dead-letters': 'dead-letters',
    'dead-letter': `dead-letters/${letterId}?by=none`,
    workers: 'workers',
    'api-keys': 'api-keys',
    members: 'members',
    'audit-log': 'audit-log',
    settings: 'settings',
    account: 'account',
    missing: 'nowhere',
  };
}

/** Takes what the browser has complained about on a page, without what it must: an address that leads nowhere is answered with 404. */
export function complaintsOf(name, faults) {
  return faults
    .splice(0)
    .filter((fault) => name !== 'missing' || !fault.includes('responded with a status of 404'))
    .map((fault) => `${name}: ${fault}`);
}

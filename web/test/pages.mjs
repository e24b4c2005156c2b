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

import { until } from './until.mjs';

/**
 * Names what the pages of single things show: the delivery of the demo that used up all of its attempts (so that its page has everything that such a page
 * can have), its letter, a schedule, a queue, an invitation.
 */
export async function somethingToShow(api) {
  const jobId = await until(() => deadDelivery(api), 'a delivery of the demo has used up its attempts');
  const letters = (await api.get(`${api.project}/dead-letters?queue=webhooks&limit=100`)).data;
  const [schedule] = (await api.get(`${api.project}/schedules?limit=1`)).data;
  const invited = { email: `guest-${Date.now()}@example.com`, role: 'member' };
  const { token } = await api.post(`/organizations/${api.organizationId}/invitations`, invited);
  return {
    queue: 'reports',
    jobId,
    letterId: letters.find((letter) => letter.jobId === jobId).id,
    scheduleId: schedule.id,
    invitationToken: token,
  };
}

/** Not one of the past that the demo makes up: that has no logs. */
async function deadDelivery(api) {
  const filter = 'queue=webhooks&handler=http_request&status=dead_letter&limit=50';
  for (const { id, attempt, maxAttempts } of (await api.get(`${api.project}/jobs?${filter}`)).data) {
    if (attempt === maxAttempts && (await api.job(id)).payload.url.endsWith('/status/503')) return id;
  }
  return undefined;
}

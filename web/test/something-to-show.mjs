import { until } from './until.mjs';

/** Names what the pages of single things show: a dead job of the demo, its letter, a schedule and a queue. */
export async function somethingToShow(api) {
  const letters = `${api.project}/dead-letters?queue=webhooks&limit=1`;
  const letter = await until(async () => (await api.get(letters)).data[0], 'a dead letter');
  const [schedule] = (await api.get(`${api.project}/schedules?limit=1`)).data;
  const invited = { email: `guest-${Date.now()}@example.com`, role: 'member' };
  const { token } = await api.post(`/organizations/${api.organizationId}/invitations`, invited);
  return {
    queue: 'reports',
    jobId: letter.jobId,
    letterId: letter.id,
    scheduleId: schedule.id,
    invitationToken: token,
  };
}

import { before, describe, it } from 'node:test';
import { Client } from 'pg';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

const QUEUE = 'browser-put-back';
const HANDLER = 'retired_handler';

describe('a job whose handler no worker knows any more', () => {
  let jobId;
  before(async () => {
    const { api } = room;
    await api.queue(QUEUE);
    jobId = (await api.enqueue({ queue: QUEUE, handler: 'noop', payload: {}, delayMs: 3_600_000 })).id;
    await rename(jobId);
    await api.post(`${api.project}/jobs/${jobId}/retry`);
    const executions = `${api.project}/jobs/${jobId}/executions`;
    await until(async () => (await api.get(executions)).data.length >= 2, 'it was put back twice');
  });

  it('says so on its page, in the lists and in the overview, and what to do', async () => {
    await onPage(`jobs/${jobId}`, async (page) => {
      await page.getByText('No worker here knows this handler; put back, refunded.').waitFor();
      const timeline = page.getByRole('region', { name: 'Timeline' });
      await timeline.getByText(/put back \d+ times, refunded each time/).waitFor();
      await page
        .getByRole('region', { name: 'Attempts' })
        .getByText(/^0 starts, 0 counted, \d+ put back$/)
        .waitFor();
      await page.goto(`${room.projectUrl}/jobs?queue=${QUEUE}`);
      await page.getByRole('row').filter({ hasText: 'put back: no worker here knows this handler' }).waitFor();
      await page.goto(`${room.projectUrl}/queues`);
      await page.getByRole('row').filter({ hasText: QUEUE }).getByText('No handler', { exact: true }).waitFor();
      await page.goto(`${room.projectUrl}/overview`);
      await page.getByText(`1 waits for ${HANDLER}, which no live worker of this queue offers`).waitFor();
    });
    await room.api.post(`${room.api.project}/jobs/${jobId}/cancel`, { reason: 'the test is over' });
  });
});

/** As after a release that no longer brings the handler: the interface would not take such a job. */
async function rename(id) {
  const client = new Client({ connectionString: room.local.ownerDatabaseUrl });
  await client.connect();
  try {
    await client.query('UPDATE jobs SET handler = $1 WHERE id = $2', [HANDLER, id]);
  } finally {
    await client.end();
  }
}

import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

const QUEUE = 'browser-kill';

describe('a worker that is killed', () => {
  it('turns red, and its job comes back, refunded, to the worker that replaced it', async () => {
    const { api, installation } = room;
    await api.queue(QUEUE);
    const { id } = await api.enqueue({ queue: QUEUE, handler: 'sleep', payload: { durationMs: 3_600_000 } });
    await until(async () => (await api.job(id)).status === 'running', 'the job runs');
    const [{ workerId }] = (await api.get(`${api.project}/jobs/${id}/executions`)).data;
    await onPage(`jobs/${id}`, async (jobPage, context) => {
      await jobPage.getByText('Attempt 1 started').waitFor();
      const workersPage = await context.newPage();
      await workersPage.goto(`${room.projectUrl}/workers`);
      const row = workersPage.getByRole('row').filter({ has: workersPage.getByTitle(workerId, { exact: true }) });
      await row.getByText('Live', { exact: true }).waitFor();
      const pid = installation.pidOf('worker');
      process.kill(pid, 'SIGKILL');
      await row.getByText('Dead', { exact: true }).waitFor();
      assert.equal(await row.locator('[data-tone]').first().getAttribute('data-tone'), 'bad');
      await workersPage.getByText('Its heartbeat ended.').first().waitFor();
      await jobPage.bringToFront();
      const timeline = jobPage.getByRole('region', { name: 'Timeline' });
      await timeline.getByText('Lease lost').waitFor();
      await timeline.getByText('attempt refunded').waitFor();
      await timeline.getByText('Attempt 1 started').nth(1).waitFor();
    });
    assert.notEqual((await api.job(id)).workerId, workerId);
    await api.post(`${api.project}/jobs/${id}/cancel`, { reason: 'the test is over' });
  });
});

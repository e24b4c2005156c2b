import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

const COUNT = 12;
const QUEUE = 'browser-letters';

describe('dead letters', () => {
  before(async () => {
    const { api } = room;
    await api.queue(QUEUE);
    const job = { queue: QUEUE, handler: 'fail', payload: { message: 'no such customer', nonRetryable: true } };
    await api.post(`${api.project}/jobs/bulk`, { jobs: Array.from({ length: COUNT }, () => job) });
    const isDead = async () => (await lettersOf(QUEUE)).length === COUNT;
    await until(isDead, `${COUNT} dead letters`);
    await api.post(`${api.project}/queues/${QUEUE}/pause`, { reason: 'so that what is replayed waits' });
  });

  it('are replayed together only after their count was typed, with progress, and are queued again', async () => {
    await onPage(`dead-letters?queue=${QUEUE}`, async (page) => {
      const group = page.getByRole('row').filter({ hasText: 'no such customer' });
      await group.getByRole('button', { name: 'Replay…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`Replay ${COUNT} dead letters?`).waitFor();
      const replay = dialog.getByRole('button', { name: `Replay ${COUNT}` });
      await dialog.getByLabel(/Reason/).fill('the customer is back');
      assert.equal(await replay.isDisabled(), true);
      await dialog.getByLabel(`Type ${COUNT} to confirm`).fill('11');
      assert.equal(await replay.isDisabled(), true);
      await dialog.getByLabel(`Type ${COUNT} to confirm`).fill(String(COUNT));
      await dialog.getByRole('combobox', { name: 'Rate' }).click();
      await page.getByRole('option', { name: 'as fast as it goes' }).click();
      await replay.click();
      const progress = page.getByRole('region', { name: 'Bulk actions' });
      await progress.getByText('Replayed').waitFor();
      await progress.getByText(`${COUNT} of ${COUNT}`).waitFor();
      await page.getByText('No dead letters match these filters').waitFor();
    });
    assert.equal((await lettersOf(QUEUE)).length, 0);
    const queued = await room.api.get(`${room.api.project}/jobs?queue=${QUEUE}&status=queued&limit=100`);
    assert.equal(queued.data.length, COUNT);
  });

  it('are discarded one by one with a reason', async () => {
    const { api } = room;
    await api.queue('browser-discard');
    const payload = { message: 'discard me', nonRetryable: true };
    await api.enqueue({ queue: 'browser-discard', handler: 'fail', payload });
    const [letter] = await until(async () => {
      const letters = await lettersOf('browser-discard');
      return letters.length > 0 && letters;
    }, 'the dead letter');
    await onPage(`dead-letters/${letter.id}`, async (page) => {
      const panel = page.getByRole('complementary', { name: /Dead letter of job/ });
      await panel.getByRole('button', { name: 'Discard…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Discard 1 dead letter?').waitFor();
      await dialog.getByLabel(/Reason/).fill('nobody needs it');
      await dialog.getByRole('button', { name: 'Discard 1' }).click();
      await panel.getByText('discarded at').waitFor();
    });
  });
});

async function lettersOf(queue) {
  const { api } = room;
  return (await api.get(`${api.project}/dead-letters?queue=${queue}&state=open&limit=100`)).data;
}

import { before, describe, it } from 'node:test';
import { onPage, room } from '../room.mjs';

const QUEUE = 'browser-paused';

describe('a queue', () => {
  before(() => room.api.queue(QUEUE));

  it('is paused with a reason, says why it does not move, here and in the list, and is resumed', async () => {
    await onPage(`queues/${QUEUE}`, async (page) => {
      await page.getByRole('button', { name: 'Pause…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/Reason/).fill('the provider is down, ticket 4711');
      await dialog.getByRole('button', { name: 'Pause' }).click();
      const verdict = page.getByRole('region', { name: 'Why is it not moving?' });
      await verdict.getByText('“the provider is down, ticket 4711”').waitFor();
      await room.api.enqueue({ queue: QUEUE, handler: 'noop', payload: {} });
      await page.goto(`${room.projectUrl}/queues`);
      const row = page.getByRole('row').filter({ hasText: QUEUE });
      await row.getByText('Paused', { exact: true }).waitFor();
      await row.getByRole('button', { name: /Resume/ }).click();
      await row.getByText('Active', { exact: true }).waitFor();
    });
  });

  it('is made by a form that refuses a name that cannot be one', async () => {
    await onPage('queues', async (page) => {
      await page.getByRole('button', { name: 'New queue' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('made-in-a-browser');
      await dialog.getByRole('button', { name: /^(Create|Make)/ }).click();
      await page.getByText('made-in-a-browser').first().waitFor();
    });
  });
});

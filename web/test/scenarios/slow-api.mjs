import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openPage } from '../browser.mjs';
import { room } from '../room.mjs';
import { SlowApi, startWeb } from '../slow-api.mjs';
import { until } from '../until.mjs';

/** More than any other answer takes on a busy machine: those have to come within it, too. */
const TIMEOUT_MS = 5_000;

describe('an interface that takes a request and never answers it', () => {
  const api = {};
  before(async () => {
    api.slow = new SlowApi(room.local.apiUrl);
    api.web = await startWeb(await api.slow.listen(), TIMEOUT_MS);
  });
  after(async () => {
    await api.web?.stop();
    api.slow?.close();
  });

  it('is told by the page after a while, which lives on: its stream lasts, and another try finds the answer', async () => {
    const { page, context, faults } = await openPage(room.browser, { storageState: room.owner });
    try {
      const isList = (url) => /\/jobs\?/.test(url);
      api.slow.hangs = ({ url }) => isList(url);
      const asked = [];
      page.on('response', (response) => isList(response.url()) && asked.push(response));
      await page.goto(`${api.web.url}/projects/${room.local.projectId}/jobs`);
      const notice = page.getByRole('alert').filter({ hasText: 'The jobs could not be read' });
      await notice.getByText(`did not answer within ${TIMEOUT_MS / 1_000} s`).waitFor();
      assert.equal(asked.length, 1, 'it was not asked again and again before it was told');
      const problem = await asked[0].json();
      assert.deepEqual([asked[0].headers()['content-type'], problem.code], ['application/problem+json', 'API_TIMEOUT']);
      await notice.getByRole('button', { name: 'Retry' }).click();
      await until(() => asked.length > 1, 'it is asked once more, in vain');
      api.slow.hangs = () => false;
      await notice.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('row').nth(1).waitFor();
      assert.equal(await notice.count(), 0);
      await page.locator('button[data-state="live"]').waitFor();
      assert.equal(api.slow.streams, 1, 'the stream of hints outlived all that');
      assert.deepEqual(
        faults.filter((fault) => !fault.includes('status of 504')),
        [],
      );
    } finally {
      await context.close();
    }
  });

  it('is told whoever changes something, with the doubt that is left', async () => {
    const { page, context } = await openPage(room.browser, { storageState: room.owner });
    try {
      const queue = await room.api.queue('browser-slow');
      await page.goto(`${api.web.url}/projects/${room.local.projectId}/queues/${queue}`);
      await page.getByRole('button', { name: 'Pause…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/Reason/).fill('does it arrive?');
      api.slow.hangs = ({ method }) => method === 'POST';
      await dialog.getByRole('button', { name: 'Pause' }).click();
      await dialog.getByText(/did not answer within .* may have been done all the same/).waitFor();
    } finally {
      api.slow.hangs = () => false;
      await context.close();
    }
  });
});

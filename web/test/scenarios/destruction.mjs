import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openPage, settled } from '../browser.mjs';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

const HOUR_MS = 3_600_000;

describe('what cannot be undone', () => {
  it('a project is deleted after its count, a reason and its name; the reason is in the audit log', async () => {
    const { api, browser, owner, local } = room;
    const name = 'Browser doomed';
    const { id } = await api.post('/projects', { organizationId: api.organizationId, name });
    await api.post(`/projects/${id}/queues`, { name: 'doomed' });
    for (let job = 0; job < 2; job += 1)
      await api.post(`/projects/${id}/jobs`, { queue: 'doomed', handler: 'noop', payload: {}, delayMs: HOUR_MS });
    const { page, context, faults } = await openPage(browser, { storageState: owner });
    try {
      await page.goto(`${local.webUrl}/projects/${id}/settings`);
      await settled(page);
      await page.getByRole('region', { name: 'Delete the project' }).getByRole('button', { name: 'Delete…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`Delete ${name} with 1 queue, 2 live jobs and 0 dead letters?`).waitFor();
      const confirm = dialog.getByRole('button', { name: 'Delete 1 project' });
      await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
      assert.equal(await confirm.isDisabled(), true, 'no reason was given');
      await dialog.getByLabel(/Reason/).fill('the shop has closed');
      await confirm.click();
      await page.waitForURL((url) => !url.pathname.includes(id));
      const entries = `/organizations/${api.organizationId}/audit-log?action=project.deleted&limit=1`;
      const [entry] = (await api.get(entries)).data;
      assert.deepEqual([entry.targetId, entry.reason], [id, 'the shop has closed']);
      // Between the end of the project and that of its page, this may ask for something once more.
      assert.deepEqual(
        faults.filter((fault) => !fault.includes('responded with a status of 404')),
        [],
      );
    } finally {
      await context.close();
    }
  });

  it('a key is revoked with a reason', async () => {
    const { api } = room;
    const { id } = await api.post(`${api.project}/api-keys`, { name: 'browser-leaked', scopes: ['read'] });
    await onPage('api-keys', async (page) => {
      const row = page.getByRole('row').filter({ hasText: 'browser-leaked' });
      await row.getByRole('button', { name: /Revoke/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/Reason/).fill('it was in a log');
      await dialog.getByRole('button', { name: 'Revoke 1 key' }).click();
      const entries = `${api.project}/audit-log?action=api_key.revoked&target=api_key:${id}`;
      const entry = await until(async () => (await api.get(entries)).data[0], 'the entry');
      assert.equal(entry.reason, 'it was in a log');
    });
  });

  it('a reason that is too long is told before it is sent', async () => {
    await onPage('queues/emails', async (page) => {
      await page.getByRole('button', { name: 'Pause…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/Reason/).fill('x'.repeat(501));
      await dialog
        .getByText('reason must be text of 1 to 500 characters without control or direction characters')
        .waitFor();
      assert.equal(await dialog.getByRole('button', { name: 'Pause' }).isDisabled(), true);
    });
  });
});

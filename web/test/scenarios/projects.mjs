import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../browser.mjs';
import { onPage, room } from '../room.mjs';

describe('a project beside another one', () => {
  it('is chosen in the switcher, opened by its address, and said to be gone once it is removed', async () => {
    const { api, local } = room;
    const { id } = await api.post('/projects', { organizationId: api.organizationId, name: 'Browser beside' });
    const visit = async (page) => {
      await settled(page);
      await page.getByRole('button', { name: /^Demo shop/ }).click();
      await page.getByRole('menuitem', { name: 'Browser beside' }).click();
      await page.waitForURL(`${local.webUrl}/projects/${id}/overview`);
      await page.goto(`${local.webUrl}/projects/${id}/jobs`);
      await page.getByText('No job yet').waitFor();
      await page.locator('button[data-state="live"]').waitFor();
      await api.send('DELETE', `/projects/${id}`);
      await page.getByRole('heading', { name: 'There is no such project' }).waitFor();
      await page.getByRole('link', { name: 'Open another one' }).click();
      await page.waitForURL(`${room.projectUrl}/overview`);
    };
    await onPage('overview', visit, { refused: 404 });
  });

  it('shows that it is on its way while the names and rights of the person are', async () => {
    await onPage('account', async (page) => {
      await settled(page);
      let letGo;
      const held = new Promise((resolve) => (letGo = resolve));
      await page.route('**/api/v1/me', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${room.projectUrl}/queues`);
      await page.getByRole('status', { name: 'Loading' }).waitFor();
      assert.equal(await page.getByRole('navigation').count(), 0);
      letGo();
      await page.getByRole('navigation').first().waitFor();
    });
  });
});

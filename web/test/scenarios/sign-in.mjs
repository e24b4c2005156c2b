import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openPage } from '../browser.mjs';
import { onPage, room } from '../room.mjs';

describe('sign in', () => {
  it('a wrong password is refused in words, the right one opens the page that was asked for', async () => {
    const { page, context } = await openPage(room.browser);
    await page.goto(`${room.projectUrl}/jobs?status=queued`);
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByLabel('E-mail').fill(room.local.email);
    await page.locator('input[name=password]').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /password/ })
      .waitFor();
    await page.locator('input[name=password]').fill(room.local.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/jobs\?status=queued$/);
    await context.close();
  });

  it('nothing is sent before the script of the page has come: no password stands in an address', async () => {
    const { page, context } = await openPage(room.browser, { javaScriptEnabled: false });
    await page.goto(`${room.local.webUrl}/sign-in`);
    await page.locator('input[name=password]').fill('not for anybody');
    assert.equal(await page.getByRole('button', { name: 'Sign in' }).isDisabled(), true);
    await page.locator('input[name=password]').press('Enter');
    assert.equal(page.url(), `${room.local.webUrl}/sign-in`);
    await context.close();
  });

  it('no script can read a token, and another site changes nothing', async () => {
    await onPage('overview', async (page, context) => {
      assert.equal(await page.evaluate(() => document.cookie), '');
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
      assert.doesNotMatch(kept, /ey[A-Za-z0-9_-]{20}/);
      for (const { name, httpOnly, sameSite } of await context.cookies()) {
        assert.deepEqual({ name, httpOnly, sameSite }, { name, httpOnly: true, sameSite: 'Strict' });
      }
      const proxied = `${room.local.webUrl}/api/rota/api/v1`;
      const jobs = `${proxied}/projects/${room.local.projectId}/jobs`;
      const foreign = await context.request.post(jobs, { headers: { origin: 'https://evil.example' }, data: {} });
      assert.equal(foreign.status(), 403);
      for (const hidden of ['auth/refresh', '%61uth/refresh', 'auth/%72efresh', 'auth%2Frefresh']) {
        const headers = { origin: room.local.webUrl };
        const answer = await context.request.post(`${proxied}/${hidden}`, { headers, data: {} });
        assert.equal(answer.status(), 404, hidden);
      }
    });
  });

  it('signing out ends the session', async () => {
    const { page, context } = await openPage(room.browser);
    await page.goto(`${room.local.webUrl}/sign-in`);
    await page.getByLabel('E-mail').fill(room.local.email);
    await page.locator('input[name=password]').fill(room.local.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/overview/);
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /owner$/ })
      .click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in$/);
    await page.goto(`${room.projectUrl}/overview`);
    await page.waitForURL(/\/sign-in\?next=/);
    await context.close();
  });
});

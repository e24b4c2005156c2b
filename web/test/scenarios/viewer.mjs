import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, settled } from '../browser.mjs';
import { complaintsOf, projectPages } from '../pages.mjs';
import { room, sessionOf } from '../room.mjs';
import { somethingToShow } from '../something-to-show.mjs';

/** What a button that changes something for others is called. */
const CHANGES =
  /^(enqueue|new |create|make|pause|resume|cancel|retry|run |replay|discard|reschedule|trigger|delete|purge|empty|invite|remove|rotate|revoke|rename|set |add |revert|put)/i;

describe('a viewer', () => {
  let session;
  let pages;
  before(async () => {
    const password = 'correct horse battery staple';
    const person = { email: 'viewer@example.com', name: 'Vera Viewer', role: 'viewer', password };
    session = await sessionOf(await room.api.member(person));
    pages = projectPages(await somethingToShow(room.api));
  });

  it('marks no rows by the keyboard either: there is nothing to do with them', async () => {
    const { page, context, faults } = await openPage(room.browser, { storageState: session });
    try {
      await page.goto(`${room.projectUrl}/jobs`);
      await page.getByRole('row').nth(1).waitFor();
      for (const key of ['j', 'x', 'a']) await page.keyboard.press(key);
      await page.keyboard.press('?');
      const map = page.getByRole('dialog', { name: 'Keyboard' });
      await map.getByText('Next row', { exact: true }).waitFor();
      assert.equal(await map.getByText('Select all matching', { exact: true }).count(), 0);
      assert.equal(await page.getByText('All that match are selected').count(), 0);
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
    }
  });

  it('opens every page and finds no button that changes anything, and no complaint', async () => {
    const { page, context, faults } = await openPage(room.browser, { storageState: session });
    const found = [];
    try {
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(`${room.projectUrl}/${path}`);
        await settled(page);
        const alerts = await page.locator('main').getByRole('alert').allTextContents();
        found.push(...alerts.filter((text) => text !== '').map((text) => `${name}: ${text}`));
        found.push(...complaintsOf(name, faults));
        if (name === 'account') continue; // one's own password and sessions
        const names = await page
          .getByRole('button')
          .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent));
        found.push(...names.filter((text) => CHANGES.test(text.trim())).map((text) => `${name}: ${text}`));
      }
      assert.deepEqual(found, []);
    } finally {
      await context.close();
    }
  });
});

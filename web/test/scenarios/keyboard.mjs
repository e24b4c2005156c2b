import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../browser.mjs';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

describe('the keyboard', () => {
  it('shows its map at ?, moves and selects in a list, opens a row, and presses what has the focus', async () => {
    await onPage('jobs', async (page) => {
      await settled(page);
      await page.keyboard.press('?');
      const map = page.getByRole('dialog', { name: 'Keyboard' });
      for (const label of [
        'Next row',
        'Select up to here',
        'Select all matching',
        'Show new rows',
        'Freeze or unfreeze',
      ])
        await map.getByText(label, { exact: true }).waitFor();
      const focused = await until(() => page.evaluate(focusedInDialog), 'the map has the focus');
      assert.equal(focused, 'DIV', 'not the button that closes it');
      await page.keyboard.press('Escape');
      await map.waitFor({ state: 'detached' });
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.getByText('1 on this page selected').waitFor();
      const exporting = page.getByRole('button', { name: 'Export' });
      await exporting.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
      // It gets the focus back: before that, the next key would be pressed on it.
      await until(() => exporting.evaluate((button) => button === document.activeElement), 'the focus is back');
      await page.evaluate(() => document.activeElement?.blur());
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/jobs\/[0-9a-f-]{36}$/);
    });
  });

  it('finds a page in the palette, whose field stays where it is while its list gets shorter', async () => {
    await onPage('overview', async (page) => {
      await settled(page);
      await page.keyboard.press('ControlOrMeta+k');
      const field = page.getByRole('dialog').getByLabel('Search or jump to');
      await field.waitFor();
      await page.getByRole('button', { name: 'Overview' }).last().waitFor();
      await page.waitForFunction(hasComeIn);
      const { y } = await field.boundingBox();
      await field.fill('my acc');
      await page.getByRole('button', { name: 'My account' }).waitFor();
      assert.equal((await field.boundingBox()).y, y);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${room.projectUrl}/account`);
    });
  });
});

/** In the page: which kind of element within a dialog has the focus; it moves there a moment after the dialog can be seen. */
function focusedInDialog() {
  const { activeElement } = document;
  return activeElement?.closest('[role="dialog"]') == null ? undefined : activeElement.tagName;
}

/** In the page: the dialog stands where it will stay. Before it begins to move in it is there already, and transparent. */
function hasComeIn() {
  const dialog = document.querySelector('[role="dialog"]');
  return getComputedStyle(dialog).opacity === '1' && dialog.getAnimations().length === 0;
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onPage } from '../room.mjs';

describe('a schedule', () => {
  it('is previewed while its cron is typed, refused where the cron is wrong, made, triggered and paused', async () => {
    await onPage(
      'schedules',
      async (page) => {
        await page.getByRole('button', { name: 'New schedule' }).click();
        const panel = page.getByRole('complementary', { name: 'New schedule' });
        await panel.getByLabel('Name').fill('from the browser');
        await panel.getByRole('textbox', { name: 'Cron' }).fill('61 * * * *');
        await panel
          .getByRole('status')
          .filter({ hasText: /minute/i })
          .waitFor();
        await panel.getByRole('textbox', { name: 'Cron' }).fill('*/40 * * * *');
        // Not "every 40 minutes": at 40 past it is 20 minutes to the next.
        await panel
          .getByRole('status')
          .filter({ hasText: /0 and 40/ })
          .waitFor();
        await panel.getByRole('combobox', { name: 'Zone' }).fill('Europe/Berlin');
        await page.getByRole('option', { name: 'Europe/Berlin', exact: true }).click();
        const preview = panel.getByRole('table', { name: 'Next runs' });
        await preview.getByRole('columnheader', { name: 'Berlin' }).waitFor();
        await preview.getByRole('columnheader', { name: /^You, Kath?mandu$/ }).waitFor();
        await preview.getByRole('columnheader', { name: 'UTC' }).waitFor();
        assert.equal(await preview.locator('tbody tr > th').count(), 10);
        await choose(page, panel, 'Queue', 'reports');
        await choose(page, panel, 'Handler', 'noop');
        await panel.getByRole('button', { name: 'Create' }).click();
        const made = page.getByRole('complementary', { name: 'Schedule from the browser' });
        await made.getByRole('button', { name: 'Trigger now' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Run 1 job' }).click();
        await page.getByText(/One job of from the browser is on its way/).waitFor();
      },
      { timezoneId: 'Asia/Kathmandu', refused: 422 },
    );
  });
});

async function choose(page, panel, label, option) {
  await panel.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../browser.mjs';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

describe('the time range of the overview', () => {
  it('is brushed out of the day, stands in the address, and outlives a reload and the way back', async () => {
    await onPage('overview', async (page) => {
      const strip = page.getByRole('slider', { name: /^Time range/ });
      const nameOf = () => strip.getAttribute('aria-valuetext');
      await settled(page);
      await drag(page, strip, 0.2, 0.9);
      await page.waitForURL(/from=.+&to=/);
      await until(async () => / – .*\d\d:\d\d$/.test(await nameOf()), 'the range is named from when to when');
      const [brushed, name] = [page.url(), await nameOf()];
      await page.reload();
      await settled(page);
      assert.deepEqual([page.url(), await nameOf()], [brushed, name]);
      await drag(page, strip, 0.5, -0.1); // to the left, and over the edge
      await until(() => page.url() !== brushed, 'another part of the day is in the address');
      await page.goBack();
      await until(async () => (await nameOf()) === name, 'the first one is back');
      await page.goBack();
      await until(async () => (await nameOf()) === 'last hour', 'nothing is brushed out any more');
    });
  });

  it('shows no figures before they are known', async () => {
    await onPage('account', async (page) => {
      await page.route('**/throughput?*', () => undefined);
      await page.goto(`${room.projectUrl}/overview`);
      await page.getByRole('link', { name: /^Backlog/ }).waitFor();
      assert.equal(await page.getByText('Throughput by outcome').count(), 0);
    });
  });

  it('does not write over the next tile, however long its name is', async () => {
    const range = 'from=2026-10-28T22:00:00.000Z&to=2026-10-29T21:59:00.000Z';
    await onPage(`overview?${range}`, async (page) => {
      await settled(page);
      const tile = page.getByRole('link', { name: /^Failure rate/ });
      const [box, name] = [await tile.boundingBox(), await tile.locator('span').first().boundingBox()];
      assert.ok(name.x + name.width <= box.x + box.width, 'its head ends where the tile ends');
    });
  });
});

async function drag(page, strip, from, to) {
  await strip.scrollIntoViewIfNeeded();
  const { x, y, width } = await strip.boundingBox();
  await page.mouse.move(x + width * from, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + width * to, y + 8, { steps: 4 });
  await page.mouse.up();
}

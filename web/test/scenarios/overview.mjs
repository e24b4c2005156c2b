import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../browser.mjs';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

const HOUR_MS = 3_600_000;

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

  it('that reaches back further than the figures do says where they begin, and counts nothing else', async () => {
    const [from, to] = [-72, 0].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString());
    await onPage(`overview?from=${from}&to=${to}`, async (page) => {
      await settled(page);
      await page.getByRole('status').getByText('Figures begin with').waitFor();
      await page.locator('main svg.recharts-surface').first().waitFor();
      const strip = page.getByRole('slider', { name: /^Time range/ });
      const tile = page.getByRole('link', { name: /^Failure rate/ });
      // Both move on with every minute, perhaps between the two looks.
      const isOfTheDay = async () => (await tile.textContent()).includes(await strip.getAttribute('aria-valuetext'));
      await until(isOfTheDay, 'the tile names the part that its figure is of');
    });
  });

  it('of which nothing is known says so instead of an empty chart, and leads to what is known', async () => {
    const [from, to] = [-72, -48].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString());
    await onPage(`overview?from=${from}&to=${to}`, async (page) => {
      await settled(page);
      const notice = page.getByRole('status').filter({ hasText: 'No figures reach back to' });
      await notice.waitFor();
      assert.equal(await page.getByText('Throughput by outcome').count(), 0);
      await page.getByRole('link', { name: /^Failure rate.*no figures of that time/ }).waitFor();
      const jobs = await notice.getByRole('link', { name: 'Jobs enqueued in that time' }).getAttribute('href');
      const asked = new URL(jobs, room.local.webUrl).searchParams;
      assert.deepEqual([asked.get('since'), asked.get('until')], [from, to]);
      await notice.getByRole('button', { name: 'Show the last 24 h' }).click();
      await page.getByText('Throughput by outcome').waitFor();
      await notice.waitFor({ state: 'detached' });
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
  const { x, y, width } = await grasp(page, strip, from);
  await page.mouse.move(x + width * to, y + 8, { steps: 4 });
  await page.mouse.up();
}

/** What needs attention stands above the strip, and may push it away just before the mouse is pressed. @returns its box, once it is held */
function grasp(page, strip, share) {
  return until(async () => {
    const { width } = await strip.boundingBox();
    await strip.hover({ position: { x: width * share, y: 8 } });
    await page.mouse.down();
    if (await strip.evaluate((element) => element.matches(':active'))) return strip.boundingBox();
    await page.mouse.move(0, 0);
    await page.mouse.up();
    return undefined;
  }, 'the strip is held');
}

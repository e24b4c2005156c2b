import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accessibilityProblems, cutButtons, overflow, raggedTables } from '../accessibility.mjs';
import { openPage, settled } from '../browser.mjs';
import { complaintsOf, entryPages, projectPages } from '../pages.mjs';
import { room } from '../room.mjs';
import { somethingToShow } from '../something-to-show.mjs';

/** Tables leave out some of their columns. */
const NARROW = { width: 1000, height: 800 };
const PHONE = { width: 375, height: 812 };
const WINDOW = { width: 1440, height: 960 };
const VIEWERS = [
  { colorScheme: 'light', timezoneId: 'Asia/Kathmandu' },
  { colorScheme: 'dark', timezoneId: 'America/New_York' },
];

/** Half of the time a page waits for its server: two at once fill it. */
describe('every page', { concurrency: 2 }, () => {
  let pages;
  let entries;
  before(async () => {
    const shown = await somethingToShow(room.api);
    pages = urlsOf(projectPages(shown), `${room.projectUrl}/`);
    entries = urlsOf(entryPages(shown), room.local.webUrl);
  });

  for (const viewer of VIEWERS) {
    const { colorScheme, timezoneId } = viewer;
    it(`${colorScheme}, in ${timezoneId}: no complaint of the browser, no violation of WCAG AA, fits into 375 px`, async () => {
      assert.deepEqual(await problemsOn(pages, { ...viewer, storageState: room.owner }), []);
    });

    it(`without a session, ${colorScheme}, in ${timezoneId}: the same`, async () => {
      assert.deepEqual(await problemsOn(entries, viewer), []);
    });
  }
});

const urlsOf = (pages, base) => Object.entries(pages).map(([name, path]) => [name, base + path]);

async function problemsOn(urls, options) {
  const { page, context, faults } = await openPage(room.browser, options);
  const problems = [];
  try {
    for (const [name, url] of urls) {
      await page.setViewportSize(WINDOW);
      await page.goto(url);
      await settled(page);
      const found = await problemsHere(page);
      await page.setViewportSize(NARROW);
      found.push(...(await overflow(page)), ...(await raggedTables(page)));
      await page.setViewportSize(PHONE);
      await settled(page);
      const onPhone = await problemsHere(page);
      const here = [...found, ...onPhone.map((text) => `375 px: ${text}`)].map((text) => `${name}: ${text}`);
      problems.push(...here, ...complaintsOf(name, faults));
    }
  } finally {
    await context.close();
  }
  return problems;
}

async function problemsHere(page) {
  const looks = [overflow, cutButtons, raggedTables, accessibilityProblems];
  const found = [];
  for (const look of looks) found.push(...(await look(page)));
  return found;
}

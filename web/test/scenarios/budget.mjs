import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openPage, settled } from '../browser.mjs';
import { room } from '../room.mjs';

const BUDGET_BYTES = 300_000;

describe('the overview', () => {
  it(`needs less than ${BUDGET_BYTES / 1000} KB of compressed script before anything can be seen; charts come after it`, async (t) => {
    const { page, context } = await openPage(room.browser, { storageState: room.owner });
    try {
      const scripts = await scriptsOf(page, context, `${room.projectUrl}/overview`);
      const html = await (await context.request.get(`${room.projectUrl}/overview`)).text();
      const named = scripts.filter(({ name }) => html.includes(name));
      const later = scripts.filter(({ name }) => !html.includes(name));
      t.diagnostic(`first load ${sum(named)} bytes in ${named.length} scripts, later ${sum(later)} in ${later.length}`);
      assert.ok(named.length > 5, 'scripts were seen');
      assert.ok(sum(later) > 50_000, 'charts come later');
      assert.ok(sum(named) < BUDGET_BYTES, `${sum(named)} bytes: ${JSON.stringify(named, null, 1)}`);
    } finally {
      await context.close();
    }
  });
});

/** As they came over the wire, with an empty cache. A modern browser leaves out what is marked nomodule. */
async function scriptsOf(page, context, url) {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const names = new Map();
  const sizes = new Map();
  session.on('Network.responseReceived', ({ type, requestId, response }) => {
    if (type === 'Script') names.set(requestId, new URL(response.url).pathname.split('/').at(-1));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name !== undefined) sizes.set(name, encodedDataLength);
  });
  await page.goto(url);
  await settled(page);
  await page.locator('main svg.recharts-surface').first().waitFor();
  return [...sizes].map(([name, bytes]) => ({ name, bytes })).toSorted((a, b) => b.bytes - a.bytes);
}

const sum = (scripts) => scripts.reduce((total, { bytes }) => total + bytes, 0);

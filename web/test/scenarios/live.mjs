import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { openPage, settled, signIn } from '../browser.mjs';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

const QUEUE = 'browser-live';
/** Mostly enough to open a page that the browser knows already. */
const SECONDS = 12;
/** Past its end a token is still taken for so long: clocks of replicas differ. */
const LEEWAY_SECONDS = 30;
const EVENTS = '**/events';

describe('a live stream that ends with its token', () => {
  before(() => room.api.queue(QUEUE));

  it('is opened again with a fresh one: what happens afterwards is shown without a reload', async () => {
    await withShortToken(async (page, context, token) => {
      await until(() => page.evaluate(() => window.streams.ended >= 1), 'the stream has ended with its token');
      await until(() => page.evaluate(() => window.streams.ready >= 2), 'another stream is ready');
      assert.notEqual(await accessTokenOf(context), token);
      await page.locator('button[data-state="live"]').waitFor();
      await room.api.enqueue({ queue: QUEUE, handler: 'noop', payload: {} });
      await page.getByRole('button', { name: '1 new' }).waitFor();
      assert.equal(await page.evaluate(() => window.wasNotReloaded), true);
    });
  });

  it('and cannot be opened again: the page says that it polls, still shows what happens, and is live again once it can', async () => {
    const watch = async (page) => {
      await until(() => page.evaluate(() => window.streams.ended >= 1), 'the stream has ended with its token');
      await page.getByText('Polling every 5 s').waitFor();
      await room.api.enqueue({ queue: QUEUE, handler: 'noop', payload: {} });
      await page.getByRole('button', { name: '1 new' }).waitFor();
      await page.evaluate(() => (window.streams.areRefused = false));
      await page.locator('button[data-state="live"]').waitFor();
      await room.api.enqueue({ queue: QUEUE, handler: 'noop', payload: {} });
      await page.getByRole('button', { name: '2 new' }).waitFor(); // the list has stayed as it was
      assert.equal(await page.evaluate(() => window.wasNotReloaded), true);
    };
    await withShortToken(watch, { prepare: refuseLaterStreams, expected: /status of 503/ });
  });
});

describe('a page that is frozen', () => {
  it('says so, asks for nothing, not even when the network comes back, and catches up afterwards', async () => {
    const queue = await room.api.queue('browser-frozen');
    const job = { queue, handler: 'noop', payload: {} };
    await room.api.enqueue(job);
    await onPage(`jobs?queue=${queue}`, async (page, context) => {
      await page.getByText('Completed').waitFor();
      await settled(page);
      await page.keyboard.press('l');
      await page.getByText(/Frozen \d\d:\d\d:\d\d/).waitFor();
      await page.waitForLoadState('networkidle');
      const asked = [];
      page.on('request', (request) => asked.push(request.url()));
      await room.api.enqueue(job);
      await context.setOffline(true);
      await page.waitForFunction(() => !navigator.onLine);
      await context.setOffline(false);
      await page.waitForFunction(() => navigator.onLine);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.deepEqual(asked, []);
      assert.equal(await page.getByRole('button', { name: '1 new' }).count(), 0);
      await page.keyboard.press('l');
      await page.getByRole('button', { name: '1 new' }).waitFor();
    });
  });
});

/** A page of the queue whose stream was opened with a token that ends in some seconds. */
async function withShortToken(run, { prepare = () => undefined, expected = /^$/ } = {}) {
  const { page, context, faults } = await openPage(room.browser);
  try {
    await signIn(page, room.local.webUrl, room.local);
    await page.goto(`${room.projectUrl}/queues/${QUEUE}`);
    await settled(page);
    await page.addInitScript(countStreams);
    await prepare(page);
    const token = await openWithShortToken(page, context);
    await page.evaluate(() => (window.wasNotReloaded = true));
    await run(page, context, token);
    assert.deepEqual(
      faults.filter((fault) => !expected.test(fault)),
      [],
    );
  } finally {
    await context.close();
  }
}

/** Where the page takes longer than its token lasts, the stream is opened with the next one already: then it is tried with one that lasts longer. */
async function openWithShortToken(page, context) {
  const { hostname: domain } = new URL(room.local.webUrl);
  for (let seconds = SECONDS; ; seconds *= 2) {
    const value = shortened(await accessTokenOf(context), seconds);
    await context.addCookies([{ name: 'rota_access', value, domain, path: '/', httpOnly: true, sameSite: 'Strict' }]);
    await page.goto(`${room.projectUrl}/queues/${QUEUE}`);
    await until(() => page.evaluate(() => window.streams.ready >= 1), 'the stream is ready');
    if ((await accessTokenOf(context)) === value) return value;
  }
}

/** Only the first stream of a page opens, until the page is told otherwise: a route that is taken back may be in the middle of an answer. */
const refuseLaterStreams = (page) =>
  page.route(EVENTS, async (route) => {
    const mayOpen = await page.evaluate(() => window.streams.ready === 0 || !window.streams.areRefused);
    if (mayOpen) return route.continue();
    return route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' });
  });

const accessTokenOf = async (context) => (await context.cookies()).find(({ name }) => name === 'rota_access')?.value;

/** The same token with an end that is near, the leeway included, signed as the interface signs. */
function shortened(token, seconds) {
  const { jwtSecret } = JSON.parse(readFileSync(path.join(room.installation.home, 'secrets.json'), 'utf8'));
  const [head, body] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  const exp = Math.floor(Date.now() / 1_000) + seconds - LEEWAY_SECONDS;
  const signed = `${head}.${Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`;
}

/** In the page: how many streams were ready, and how many said that they end. */
function countStreams() {
  window.streams = { ready: 0, ended: 0, areRefused: true };
  window.EventSource = class extends window.EventSource {
    constructor(...given) {
      super(...given);
      for (const name of ['ready', 'resync']) this.addEventListener(name, () => (window.streams.ready += 1));
      this.addEventListener('end', () => (window.streams.ended += 1));
    }
  };
}

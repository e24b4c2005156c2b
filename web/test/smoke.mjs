// Walks the pages in a real browser against a running installation: `npm run test:browser`, with ROTA_HOME where it lives.
// Screenshots are left in test/screenshots.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createRequire } from 'node:module';
import { launchBrowser, openPage, signIn } from './browser.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const home = path.resolve(root, process.env.ROTA_HOME ?? '.rota');
const local = JSON.parse(readFileSync(path.join(home, 'local.json'), 'utf8'));
const webUrl = process.env.ROTA_WEB_URL ?? local.webUrl;
const screenshots = path.join(import.meta.dirname, 'screenshots');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const project = `${webUrl}/projects/${local.projectId}`;
const XSS = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
mkdirSync(screenshots, { recursive: true });

const browser = await launchBrowser();
let failed = 0;
try {
  await step('a wrong password is refused in words, the right one opens the overview', signsIn);
  await step('no token can be read by a script, and other sites change nothing', keepsTokens);
  await step('a job is enqueued and watched until it has completed; hostile text stays text', enqueues);
  await step('a failing job becomes a dead letter and is replayed with another payload', replays);
  await step('a queue is paused with a reason, says why it does not move, and is resumed', pauses);
  await step('jobs are cancelled in bulk after a dry run', cancelsInBulk);
  await step('an access token that ends in mid-action is renewed unseen', renewsToken);
  for (const colorScheme of ['light', 'dark']) {
    for (const [width, height] of [
      [1440, 960],
      [390, 844],
    ]) {
      await step(`every page, ${colorScheme}, ${width} px`, () => walk({ colorScheme, width, height }));
    }
  }
} finally {
  await browser.close();
}
process.exit(failed === 0 ? 0 : 1);

async function step(name, run) {
  const startedAtMs = performance.now();
  try {
    await run();
    console.log(`✓ ${name} (${Math.round(performance.now() - startedAtMs)} ms)`);
  } catch (error) {
    failed += 1;
    console.error(`✗ ${name}\n  ${String(error.stack ?? error).replaceAll('\n', '\n  ')}`);
  }
}

async function signedIn(options, run) {
  const { page, context, faults } = await openPage(browser, options);
  try {
    await signIn(page, webUrl, local);
    await run(page, context);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

async function signsIn() {
  const { page, context } = await openPage(browser);
  await page.goto(`${project}/jobs?status=queued`);
  await page.waitForURL(/\/sign-in\?next=/);
  await page.getByLabel('E-mail').fill(local.email);
  await page.locator('input[name=password]').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
  await page.screenshot({ path: path.join(screenshots, 'sign-in.png') });
  await page.locator('input[name=password]').fill(local.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/jobs\?status=queued$/);
  await context.close();
}

async function keepsTokens() {
  await signedIn({}, async (page, context) => {
    assert.equal(await page.evaluate(() => document.cookie), '');
    assert.ok(
      !/ey[A-Za-z0-9_-]{20}/.test(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))),
    );
    for (const cookie of await context.cookies()) {
      assert.equal(cookie.httpOnly, true, cookie.name);
      assert.equal(cookie.sameSite, 'Strict', cookie.name);
    }
    const url = `${webUrl}/api/rota/api/v1/projects/${local.projectId}/jobs`;
    const foreign = await context.request.post(url, { headers: { origin: 'https://evil.example' }, data: {} });
    assert.equal(foreign.status(), 403);
    for (const hidden of ['auth/refresh', '%61uth/refresh', 'auth/%72efresh', 'auth%2Frefresh']) {
      const answer = await context.request.post(`${webUrl}/api/rota/api/v1/${hidden}`, {
        headers: { origin: webUrl },
        data: {},
      });
      assert.equal(answer.status(), 404, hidden);
    }
    const docs = await context.request.get(`${webUrl}/api/rota/api/v1/docs`);
    assert.match(docs.headers()['content-security-policy'], /default-src 'none'/);
  });
}

async function enqueue(page, { queue, handler, payload }) {
  await page.goto(`${project}/jobs`);
  await page.getByRole('button', { name: 'Enqueue' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Queue').fill(queue);
  await dialog.getByRole('combobox', { name: 'Handler' }).click();
  await page.getByRole('option', { name: handler, exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Payload' }).fill(payload);
  await dialog.getByRole('button', { name: 'Enqueue' }).click();
  await page.waitForURL(/\/jobs\/[0-9a-f-]{36}$/);
}

async function enqueues() {
  await signedIn({}, async (page) => {
    await enqueue(page, {
      queue: 'emails',
      handler: 'noop',
      payload: `{ "note": ${JSON.stringify(XSS)}, "big": 9007199254740991 }`,
    });
    await page.getByText('Attempt 1 completed').waitFor({ timeout: 15_000 });
    await page.getByText('9007199254740991').waitFor();
    await page.getByText('<img src=x').waitFor();
    assert.equal(await page.evaluate(() => window.hacked), undefined);
  });
}

async function replays() {
  await signedIn({}, async (page) => {
    await enqueue(page, {
      queue: 'emails',
      handler: 'fail',
      payload: JSON.stringify({ message: XSS, nonRetryable: true }),
    });
    await page.getByText('not tried again by itself').waitFor({ timeout: 15_000 });
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    const before = page.url();
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Payload').fill('{ "message": "mended", "times": 0 }');
    await dialog.getByRole('button', { name: 'Replay 1 job' }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByText('Replay of').waitFor();
  });
}

async function pauses() {
  await signedIn({}, async (page) => {
    await page.goto(`${project}/queues/emails`);
    await page.getByRole('button', { name: 'Pause…' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/Reason/)
      .fill('smoke test');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Why is it not moving?').waitFor();
    await page.getByText('“smoke test”').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause…' }).waitFor();
  });
}

async function cancelsInBulk() {
  const label = `smoke:${Date.now()}`;
  const [name, value] = label.split(':');
  const headers = { authorization: `Bearer ${local.apiKey}`, 'content-type': 'application/json' };
  for (let index = 0; index < 3; index += 1) {
    const job = { queue: 'emails', handler: 'noop', payload: {}, delayMs: 3_600_000, labels: { [name]: value } };
    const url = `${local.apiUrl}/api/v1/projects/${local.projectId}/jobs`;
    assert.equal((await fetch(url, { method: 'POST', headers, body: JSON.stringify(job) })).status, 201);
  }
  await signedIn({}, async (page) => {
    await page.goto(`${project}/jobs?label=${encodeURIComponent(label)}`);
    await page.getByRole('row').nth(3).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Cancel 3 jobs?').waitFor();
    await dialog.getByLabel(/Reason/).fill('smoke test');
    await dialog.getByRole('button', { name: 'Cancel 3' }).click();
    await page.getByRole('dialog').getByText('3 cancelled').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Cancelled').nth(2).waitFor();
  });
}

async function renewsToken() {
  await signedIn({}, async (page, context) => {
    await context.clearCookies({ name: 'rota_access' });
    await page.goto(`${project}/queues`);
    await page.getByRole('link', { name: 'emails' }).waitFor();
    assert.ok((await context.cookies()).some(({ name }) => name === 'rota_access'));
  });
}

async function walk({ colorScheme, width, height }) {
  await signedIn(
    { colorScheme, width, height, timezoneId: width < 700 ? 'Asia/Kathmandu' : 'America/New_York' },
    async (page) => {
      const jobs = await fetch(`${local.apiUrl}/api/v1/projects/${local.projectId}/jobs?status=dead_letter&limit=1`, {
        headers: { authorization: `Bearer ${local.apiKey}` },
      });
      const [job] = (await jobs.json()).data;
      const pages = {
        overview: 'overview',
        queues: 'queues',
        queue: 'queues/reports',
        jobs: 'jobs',
        job: `jobs/${job.id}`,
      };
      const problems = [];
      for (const [name, to] of Object.entries(pages)) {
        await page.goto(`${project}/${to}`);
        await page.locator('main').waitFor();
        await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
        await page.screenshot({
          path: path.join(screenshots, `${name}-${width}-${colorScheme}.png`),
          animations: 'disabled',
        });
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (wider > 0) problems.push(`${name}: ${wider} px wider than the window`);
        problems.push(...(await accessibilityProblems(page)).map((problem) => `${name}: ${problem}`));
      }
      assert.deepEqual(problems, []);
    },
  );
}

async function accessibilityProblems(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }),
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id} at ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary?.split('\n')[1]?.trim()})`)
        .join(', ')}`,
  );
}

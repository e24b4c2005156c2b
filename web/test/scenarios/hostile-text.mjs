import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, settled } from '../browser.mjs';
import { enqueueByForm } from '../enqueue.mjs';
import { onPage, room, sessionOf } from '../room.mjs';
import { until } from '../until.mjs';

/** Three ways to run a script, and the end of a script and of an attribute. Short enough for the shortest field. */
const HOSTILE = `"><img src=x onerror="window.hacked=1"></script><script>window.hacked=1</script>{{7*7}}`;
const QUEUE = 'browser-hostile';

describe('text that wants to be a script', () => {
  const seen = {};
  let session;
  before(async () => {
    const { api } = room;
    const password = 'correct horse battery staple';
    const { id: organizationId } = await api.post('/organizations', { name: HOSTILE });
    const mallory = { email: 'mallory@example.com', name: HOSTILE, role: 'owner', password, organizationId };
    const member = await api.member(mallory);
    const { id: projectId } = await api.post('/projects', { organizationId, name: HOSTILE });
    // Whoever signs in lands in a project, so there must be one.
    session = await sessionOf(member);
    seen.projectId = projectId;
    const project = `/projects/${projectId}`;
    await api.post(`${project}/queues`, { name: QUEUE, description: HOSTILE });
    const payload = { message: HOSTILE, nonRetryable: true };
    const job = await api.post(`${project}/jobs`, {
      queue: QUEUE,
      handler: 'fail',
      payload,
      labels: { label: HOSTILE },
    });
    seen.jobId = job.id;
    const letters = `${project}/dead-letters?limit=1`;
    seen.letterId = (await until(async () => (await api.get(letters)).data[0], 'the dead letter')).id;
    const timing = { cron: '0 3 * * *', timeZone: 'UTC' };
    const target = { queue: QUEUE, handler: 'noop', payload: { note: HOSTILE } };
    const schedule = await api.post(`${project}/schedules`, { name: HOSTILE, ...timing, ...target });
    seen.scheduleId = schedule.id;
    await api.post(`${project}/schedules/${schedule.id}/pause`, { reason: HOSTILE });
    await api.post(`${project}/api-keys`, { name: HOSTILE, scopes: ['read'] });
    await api.send('PUT', `${project}/secrets/hostile`, { value: HOSTILE });
    await api.post(`${project}/queues/${QUEUE}/pause`, { reason: HOSTILE });
    seen.cancelledId = (await api.post(`${project}/jobs`, { queue: QUEUE, handler: 'noop', payload: {} })).id;
    await api.post(`${project}/jobs/${seen.cancelledId}/cancel`, { reason: HOSTILE });
  });

  it('is shown as text by every page that shows it, and nothing of it runs', async () => {
    const pages = {
      overview: false,
      queues: true,
      [`queues/${QUEUE}`]: true,
      jobs: true,
      [`jobs/${seen.jobId}`]: true,
      [`jobs/${seen.cancelledId}`]: true,
      schedules: true,
      [`schedules/${seen.scheduleId}`]: true,
      'dead-letters': true,
      [`dead-letters/${seen.letterId}?by=none`]: true,
      'api-keys': true,
      members: true,
      'audit-log': true,
      settings: true,
      account: true,
    };
    const { page, context, faults } = await openPage(room.browser, { storageState: session });
    try {
      for (const [path, isShown] of Object.entries(pages)) {
        await page.goto(`${room.local.webUrl}/projects/${seen.projectId}/${path}`);
        await settled(page);
        if (path === 'audit-log') await page.getByRole('row').nth(1).click(); // the newest: its reason
        if (isShown) await until(() => page.evaluate(showsText, 'onerror="window.hacked=1"'), `${path} shows it`);
        assert.deepEqual(await page.evaluate(whatRan), { hacked: undefined, images: 0 }, path);
      }
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
    }
  });

  it('is kept as it was typed by the forms too', async () => {
    await onPage('jobs', async (page) => {
      const payload = { note: HOSTILE, big: Number.MAX_SAFE_INTEGER };
      const id = await enqueueByForm(page, { queue: 'emails', handler: 'noop', payload });
      await page.getByText('Attempt 1 completed').waitFor();
      await page.getByText(String(Number.MAX_SAFE_INTEGER)).waitFor();
      await page.getByText('onerror=').first().waitFor();
      assert.deepEqual((await room.api.job(id)).payload, payload);
      assert.deepEqual(await page.evaluate(whatRan), { hacked: undefined, images: 0 });
    });
  });
});

/** In the text of the page itself (the names of project and organization stand around every page), a field, or a title: never as an element. */
function showsText(text) {
  // Stored text may be shown as JSON, with its quotes escaped.
  const shows = (shown) => (shown ?? '').replaceAll('\\', '').includes(text);
  return [...document.querySelectorAll('main, aside')].some(
    (part) =>
      shows(part.textContent) ||
      [...part.querySelectorAll('input, textarea')].some(({ value }) => shows(value)) ||
      [...part.querySelectorAll('[title]')].some(({ title }) => shows(title)),
  );
}

function whatRan() {
  return { hacked: window.hacked, images: document.querySelectorAll('img[src="x"]').length };
}

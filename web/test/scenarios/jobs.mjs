import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { enqueueByForm } from '../enqueue.mjs';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

const HOUR_MS = 3_600_000;

describe('a job', () => {
  before(async () => {
    await room.api.queue('browser-watch');
    await room.api.queue('browser-retries', { retryStrategy: 'fixed', retryBaseMs: HOUR_MS, maxAttempts: 2 });
  });

  it('is enqueued by the form and watched: it waits, says why, and completes without a reload', async () => {
    const { api } = room;
    await api.post(`${api.project}/queues/browser-watch/pause`, { reason: 'not yet' });
    await onPage('jobs', async (page) => {
      await enqueueByForm(page, { queue: 'browser-watch', handler: 'noop', payload: { big: 1 } });
      await page.getByText('Waits for a worker').waitFor();
      await page.getByText('browser-watch is paused').waitFor();
      await page.evaluate(() => (window.wasNotReloaded = true));
      await api.post(`${api.project}/queues/browser-watch/resume`);
      await page.getByText('Attempt 1 completed').waitFor();
      assert.equal(await page.evaluate(() => window.wasNotReloaded), true);
    });
  });

  it('is shown while it runs, is cancelled with a reason, and keeps that in its audit', async () => {
    await onPage('jobs', async (page) => {
      await enqueueByForm(page, { queue: 'browser-watch', handler: 'sleep', payload: { durationMs: HOUR_MS } });
      await page.getByRole('progressbar', { name: 'Progress' }).or(page.getByText('running')).first().waitFor();
      await page.getByRole('button', { name: 'Cancel…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/Reason/).fill('started by mistake');
      await dialog.getByRole('button', { name: 'Cancel 1 job' }).click();
      await page.getByText('Attempt 1 cancelled').waitFor();
      await page.getByText('started by mistake').first().waitFor();
    });
  });

  it('that fails waits for its retry, is retried at once on demand, and becomes a dead letter', async () => {
    await onPage('jobs', async (page) => {
      const payload = { message: 'the printer is on fire' };
      await enqueueByForm(page, { queue: 'browser-retries', handler: 'fail', payload });
      await page.getByText('Attempt 1 failed').waitFor();
      await page.getByText('Waiting to retry').waitFor();
      await page.getByText('Attempt 2 starts').waitFor();
      await page.getByRole('button', { name: 'Retry now' }).click();
      await page.getByText('Attempt 2 failed').waitFor();
      await page.getByText('not tried again by itself').waitFor();
      const before = page.url();
      await page.getByRole('button', { name: 'Replay with edits…' }).waitFor();
      await page.keyboard.press('e');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Payload').fill('{ "message": "mended", "times": 0 }');
      await dialog.getByRole('button', { name: 'Replay 1 job' }).click();
      await page.waitForURL((url) => url.href !== before);
      await page.getByText('Replay of').waitFor();
      await page.getByText('Attempt 1 completed').waitFor();
    });
  });

  it('is refused with the fault beside the field, and nothing is enqueued', async () => {
    const form = async (page) => {
      await page.getByRole('button', { name: 'Enqueue' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Queue').fill('there-is-no-such-queue');
      await dialog.getByRole('combobox', { name: 'Handler' }).click();
      await page.getByRole('option', { name: 'sleep', exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Payload' }).fill('{ "durationMs": "long" }');
      const enqueue = dialog.getByRole('button', { name: 'Enqueue' });
      await until(() => enqueue.isDisabled(), 'a payload that cannot be right is not sent');
      await dialog.getByRole('textbox', { name: 'Payload' }).fill('{ "durationMs": 1 }');
      await enqueue.click();
      await dialog.getByText('there is no such queue in this project').first().waitFor();
      assert.match(page.url(), /\/jobs$/);
    };
    await onPage('jobs', form, { refused: 422 });
  });

  it('and others of one label are cancelled together after a dry run that counts them', async () => {
    const labels = { batch: 'browser' };
    for (let index = 0; index < 3; index += 1) {
      const job = { queue: 'browser-watch', handler: 'noop', payload: {}, delayMs: HOUR_MS, labels };
      await room.api.enqueue(job);
    }
    await onPage('jobs?label=batch%3Abrowser', async (page) => {
      await page.getByRole('row').nth(3).waitFor();
      await page.keyboard.press('a');
      await page.getByRole('button', { name: 'Cancel…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Cancel 3 jobs?').waitFor();
      await dialog.getByLabel(/Reason/).fill('a test');
      await dialog.getByRole('button', { name: 'Cancel 3' }).click();
      await dialog.getByText('3 cancelled').waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('Cancelled').nth(2).waitFor();
    });
  });

  it('that the command cannot change are counted as skipped before anything is done', async () => {
    const queue = await room.api.queue('browser-skipped');
    const { id } = await room.api.enqueue({ queue, handler: 'noop', payload: {} });
    await until(async () => (await room.api.job(id)).status === 'completed', 'one has completed');
    for (let index = 0; index < 2; index += 1)
      await room.api.enqueue({ queue, handler: 'noop', payload: {}, delayMs: HOUR_MS });
    await onPage(`jobs?queue=${queue}`, async (page) => {
      await page.getByRole('row').nth(3).waitFor();
      await page.getByLabel('Select this page').click();
      await page.getByRole('button', { name: 'Retry now…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Retry now 2 jobs?').waitFor();
      await dialog.getByText(/^Match now3$/).waitFor();
      await dialog.getByText(/^Skipped: not possible in the state they are in1$/).waitFor();
    });
  });

  it('that a command cannot change at all do not offer it: the button says why', async () => {
    const queue = await room.api.queue('browser-useless');
    const { id } = await room.api.enqueue({ queue, handler: 'noop', payload: {} });
    await until(async () => (await room.api.job(id)).status === 'completed', 'it has completed');
    await room.api.enqueue({ queue, handler: 'noop', payload: {}, delayMs: HOUR_MS });
    const offers = (page, commands) => {
      const selection = page.getByRole('region', { name: 'Selection' });
      const buttons = selection.getByRole('button', { name: /…$/, disabled: false });
      return until(async () => (await buttons.allTextContents()).join(' ') === commands, `it offers ${commands}`);
    };
    await onPage(`jobs?queue=${queue}`, async (page) => {
      await page.getByLabel(`Select ${id}`).click();
      await offers(page, 'Replay…');
      const retry = page.getByRole('button', { name: 'Retry now…' });
      await retry.hover();
      await page.getByRole('tooltip').getByText('none of these waits for its time').waitFor();
      await retry.click({ force: true });
      assert.equal(await page.getByRole('dialog').count(), 0);
      await page.getByLabel('Select this page').click();
      await offers(page, 'Retry now… Replay… Cancel…');
      await page.goto(`${room.projectUrl}/jobs?queue=${queue}&status=scheduled`);
      await page.getByRole('row').nth(1).waitFor();
      await page.keyboard.press('a');
      await offers(page, 'Retry now… Cancel…');
    });
  });

  it('that has completed is run again once, however often the button is pressed', async () => {
    const queue = await room.api.queue('browser-twice');
    const { id } = await room.api.enqueue({ queue, handler: 'noop', payload: {} });
    await until(async () => (await room.api.job(id)).status === 'completed', 'it has completed');
    await onPage(`jobs/${id}`, async (page) => {
      await page.getByRole('button', { name: 'Replay', exact: true }).dblclick();
      await page.getByText('Replay of').waitFor();
      assert.equal((await jobsOf(queue)).length, 2);
    });
  });

  it('is moved to another time: Esc closes the calendar first, and only then the dialog', async () => {
    const queue = await room.api.queue('browser-moved');
    const { id } = await room.api.enqueue({ queue, handler: 'noop', payload: {}, delayMs: HOUR_MS });
    await onPage(`jobs/${id}`, async (page) => {
      await page.getByRole('button', { name: 'Reschedule…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Move this job to another time' });
      const calendar = page.locator('[data-dates-dropdown]');
      await dialog.getByLabel(/^Run at/).click();
      await calendar.waitFor();
      await calendar.locator('input').first().click();
      await page.keyboard.press('Escape');
      await calendar.waitFor({ state: 'detached' });
      assert.ok(await dialog.isVisible(), 'the dialog is still there');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await until(async () => (await focused()) === 'Reschedule…', 'the focus is back where it was asked for');
    });
  });

  it('and others that have completed are run again together, each once, however many there are', async () => {
    const { api } = room;
    const count = 620; // more than one request takes
    const queue = await api.queue('browser-again');
    const jobs = Array.from({ length: count }, () => ({ queue, handler: 'noop', payload: {} }));
    await api.post(`${api.project}/jobs/bulk`, { jobs });
    await until(async () => (await jobsOf(queue, '&status=completed')).length === count, 'all have completed');
    await onPage(`jobs?queue=${queue}&status=completed`, async (page) => {
      await page.getByRole('row').nth(1).waitFor();
      await page.keyboard.press('a');
      await page.getByRole('button', { name: 'Replay…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(`Type ${count} to confirm`).fill(String(count));
      await dialog.getByRole('button', { name: `Replay ${count}` }).click();
      await dialog.getByRole('button', { name: 'Done' }).waitFor();
      await dialog.getByText(`${count} replayed`).waitFor();
    });
    const replayed = (await jobsOf(queue)).map(({ replayOf }) => replayOf).filter(Boolean);
    assert.deepEqual([replayed.length, new Set(replayed).size], [count, count]);
  });
});

async function jobsOf(queue, filter = '') {
  const jobs = [];
  let cursor = '';
  do {
    const { data, page } = await room.api.get(`${room.api.project}/jobs?queue=${queue}${filter}&limit=200${cursor}`);
    jobs.push(...data);
    cursor = page.nextCursor === null ? undefined : `&cursor=${page.nextCursor}`;
  } while (cursor !== undefined);
  return jobs;
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../browser.mjs';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

const clockIn = (instant, timeZone) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant);

describe('times', () => {
  for (const timezoneId of ['Asia/Kathmandu', 'America/New_York']) {
    it(`are those of the viewer in ${timezoneId}, with the zone on hover, and in UTC at a key`, async () => {
      const { id } = await room.api.enqueue({ queue: 'emails', handler: 'noop', payload: {} });
      const { createdAt } = await until(async () => {
        const job = await room.api.job(id);
        return job.status === 'completed' && job;
      }, 'the job has run');
      await onPage(
        `jobs/${id}`,
        async (page) => {
          await settled(page);
          const enqueued = page
            .getByRole('listitem')
            .filter({ hasText: 'Enqueued' })
            .locator(`time[datetime="${createdAt}"]`);
          const shown = async () => (await enqueued.textContent()).match(/\d\d:\d\d/)?.[0];
          assert.equal(await shown(), clockIn(new Date(createdAt), timezoneId));
          await enqueued.hover();
          const hover = page.getByRole('tooltip');
          await hover.getByText('UTC', { exact: true }).waitFor();
          await hover.getByText(` ${clockIn(new Date(createdAt), 'UTC')}:`).waitFor(); // not minutes and seconds of the other line
          await page.keyboard.press('z');
          const inUtc = clockIn(new Date(createdAt), 'UTC');
          await until(async () => (await shown()) === inUtc, 'the time is shown in UTC');
        },
        { timezoneId },
      );
    });
  }
});

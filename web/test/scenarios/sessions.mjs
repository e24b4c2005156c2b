import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, signIn } from '../browser.mjs';
import { room } from '../room.mjs';

const QUEUE = 'browser-session';

describe('a token that ends in mid-action', () => {
  before(() => room.api.queue(QUEUE));

  it('is renewed unseen: what was asked for is done', async () => {
    await withOwnSession(async (page, context) => {
      await askToPause(page);
      await context.clearCookies({ name: 'rota_access' });
      await confirmPause(page, 'the access token is gone');
      await page.getByText('“the access token is gone”').waitFor();
      assert.ok((await context.cookies()).some(({ name }) => name === 'rota_access'));
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('button', { name: 'Pause…' }).waitFor();
    });
  });

  it('and cannot be renewed leads to sign in, says why, and comes back to the same page', async () => {
    await withOwnSession(async (page, context) => {
      await askToPause(page);
      await context.clearCookies();
      // What the page asks for by itself may notice first, and takes the dialog away: both ways lead to sign in.
      const ended = page.waitForURL(/\/sign-in\?next=.*ended=1/);
      await Promise.race([confirmPause(page, 'never arrives').catch(() => undefined), ended]);
      await ended;
      await page.getByText('Your session has ended').waitFor();
      await page.getByLabel('E-mail').fill(room.local.email);
      await page.locator('input[name=password]').fill(room.local.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(new RegExp(`/queues/${QUEUE}$`));
      await page.getByRole('button', { name: 'Pause…' }).waitFor();
      const { isPaused } = await room.api.get(`${room.api.project}/queues/${QUEUE}`);
      assert.equal(isPaused, false);
    });
  });
});

/** Not the cookies that the others share: what ends here would end there. */
async function withOwnSession(run) {
  const { page, context } = await openPage(room.browser);
  try {
    await signIn(page, room.local.webUrl, room.local);
    await page.goto(`${room.projectUrl}/queues/${QUEUE}`);
    await run(page, context);
  } finally {
    await context.close();
  }
}

async function askToPause(page) {
  await page.getByRole('button', { name: 'Pause…' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/Reason/)
    .waitFor();
}

async function confirmPause(page, reason) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Reason/).fill(reason);
  await dialog.getByRole('button', { name: 'Pause' }).click();
}

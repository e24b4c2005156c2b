import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, settled, signIn } from '../browser.mjs';
import { onPage, room } from '../room.mjs';
import { until } from '../until.mjs';

const QUEUE = 'browser-leaving';
const COUNT = 12;

const person = { email: 'leaving@example.com', name: 'Lea Leaving', role: 'member', password: 'correct horse battery' };

describe('an address below a project that leads nowhere', () => {
  it('is answered within the project: its navigation stays, and leads on', async () => {
    for (const path of ['nowhere', 'jobs/one/two/three']) {
      const answer = await withCookies(`${room.projectUrl}/${path}`);
      assert.equal(answer.status, 404, `the status of ${path}`);
      await onPage(
        path,
        async (page) => {
          await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
          await page
            .getByRole('navigation', { name: 'Pages' })
            .getByRole('link', { name: /^Queues/ })
            .click();
          await page.waitForURL(/\/queues$/);
        },
        { refused: 404 },
      );
    }
  });
});

describe('an address beside all projects that leads nowhere', () => {
  it('is answered with 404, and leads to the overview', async () => {
    assert.equal((await withCookies(`${room.local.webUrl}/nowhere`)).status, 404);
    assert.equal((await withCookies(`${room.projectUrl}/queues`)).status, 200);
  });
});

describe('a job, a queue or a worker that is not there', () => {
  it('is told as that, without a retry, and leads to those that are', async () => {
    const unknown = '0190163d-8694-739b-aea5-966c26f8ad91';
    const pages = { jobs: /no such job/, queues: /no queue of this name/, workers: /^No worker …26f8ad91/ };
    for (const [list, words] of Object.entries(pages)) {
      await onPage(
        `${list}/${unknown}`,
        async (page) => {
          await page.getByRole('status').filter({ hasText: words }).waitFor();
          assert.equal(await page.getByRole('button', { name: 'Retry' }).count(), 0);
          if (list !== 'workers')
            await page
              .getByRole('main')
              .getByRole('link', { name: `All ${list}` })
              .click();
          if (list !== 'workers') await page.waitForURL(new RegExp(`/${list}$`));
        },
        { refused: 404 },
      );
    }
  });
});

describe('signing out', () => {
  before(async () => {
    const { api } = room;
    await api.member(person);
    await api.queue(QUEUE);
    const job = { queue: QUEUE, handler: 'fail', payload: { message: 'leave me', nonRetryable: true } };
    await api.post(`${api.project}/jobs/bulk`, { jobs: Array.from({ length: COUNT }, () => job) });
    const letters = `${api.project}/dead-letters?queue=${QUEUE}&state=open&limit=100`;
    await until(async () => (await api.get(letters)).data.length === COUNT, `${COUNT} dead letters`);
  });

  it('everywhere leads to the plain form, whatever is refused meanwhile', async () => {
    await signedIn(async (page) => {
      await page.goto(`${room.projectUrl}/account`);
      await settled(page);
      const refused = await refuseOnceOver(page);
      await page.getByRole('button', { name: 'Sign out everywhere…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.waitForURL(/\/sign-in/);
      assert.ok(refused.count > 0, 'something was refused meanwhile');
      assert.equal(
        new URL(page.url()).search,
        '',
        'nobody is told that a session has ended which was ended on purpose',
      );
    });
  });

  it('asks first while something is at work in the tab: whoever declines is still signed in, and it goes on', async () => {
    await signedIn(async (page) => {
      await replayWithoutEnd(page);
      const [questions, answers] = [[], []];
      let isAccepted = false;
      page.on('dialog', (dialog) => {
        questions.push(`${dialog.type()}: ${dialog.message()}`);
        answers.push(isAccepted ? dialog.accept() : dialog.dismiss());
      });
      await askToSignOut(page);
      await until(() => questions.length === 1, 'the question');
      assert.match(questions[0], /^confirm: 1 bulk action is still at work in this tab/);
      assert.match(page.url(), /\/dead-letters/);
      assert.equal(await page.evaluate(async () => (await fetch('/api/rota/api/v1/me')).status), 200);
      await page.getByText('1 running from this tab').waitFor();
      isAccepted = true;
      await askToSignOut(page);
      await page.waitForURL(/\/sign-in$/);
      assert.equal(questions.length, 2, 'and no second question, which would keep a page without its session');
      await Promise.all(answers);
    });
  });
});

const withCookies = (url) => {
  const cookie = room.owner.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return fetch(url, { headers: { cookie } });
};

async function signedIn(run) {
  const { page, context } = await openPage(room.browser);
  try {
    await signIn(page, room.local.webUrl, person);
    await run(page);
  } finally {
    await context.close();
  }
}

/** From the end of the sessions on everything is refused, and the cookies stay until that was noticed. */
async function refuseOnceOver(page) {
  const refused = { count: 0 };
  let isOver = false;
  await page.route('**/api/rota/**', async (route) => {
    if (!isOver) return route.continue();
    await route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{}' });
    refused.count += 1;
  });
  await page.route('**/api/session', async (route) => {
    isOver = true;
    const look = () => page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')));
    await until(async () => refused.count > 0 || (await look()), 'the page has asked for something');
    await route.continue();
  });
  return refused;
}

/** Its first part is never answered: it is at work for as long as anybody looks. */
async function replayWithoutEnd(page) {
  await page.route('**/dead-letters/replay', (route) => (isDryRun(route) ? route.continue() : undefined));
  await page.goto(`${room.projectUrl}/dead-letters?queue=${QUEUE}`);
  await page.getByRole('row').filter({ hasText: 'leave me' }).getByRole('button', { name: 'Replay…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Reason/).fill('it takes long');
  await dialog.getByLabel(`Type ${COUNT} to confirm`).fill(String(COUNT));
  await dialog.getByRole('button', { name: `Replay ${COUNT}` }).click();
  await page.getByRole('region', { name: 'Bulk actions' }).waitFor();
}

const isDryRun = (route) => route.request().postDataJSON().dryRun === true;

async function askToSignOut(page) {
  const account = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: /member$/ });
  await account.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

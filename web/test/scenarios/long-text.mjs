import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accessibilityProblems, becomesEmpty, overflow } from '../accessibility.mjs';
import { openPage, settled } from '../browser.mjs';
import {
  EMAIL,
  LONG,
  NAME,
  NAME_OF_HANDLER,
  NAME_OF_QUEUE,
  PAYLOAD,
  REASON,
  RIGHT_TO_LEFT,
  TURNING,
} from '../long-texts.mjs';
import { complaintsOf, projectPages } from '../pages.mjs';
import { room, sessionOf } from '../room.mjs';
import { until } from '../until.mjs';

const WIDTHS = [375, 768, 1440, 2560];
const HOUR_MS = 3_600_000;

/** Half of the time a page waits for its server: two at once fill it. */
describe('texts as long as they may be, without a space, from right to left, with emoji', { concurrency: 2 }, () => {
  const project = {};
  let session;
  before(async () => {
    const { api } = room;
    const password = 'correct horse battery staple';
    const { id: organizationId } = await api.post('/organizations', { name: NAME });
    const person = await api.member({ email: EMAIL, name: NAME, role: 'owner', password, organizationId });
    const { id: projectId } = await api.post('/projects', { organizationId, name: NAME });
    await api.post('/projects', { organizationId, name: RIGHT_TO_LEFT });
    session = await sessionOf(person);
    Object.assign(project, await filled(`/projects/${projectId}`), {
      url: `${room.local.webUrl}/projects/${projectId}`,
    });
  });

  for (const width of WIDTHS) {
    it(`no page is wider than a window of ${width} px, and each keeps to WCAG AA`, async () => {
      const { page, context, faults } = await openPage(room.browser, { width, height: 900, storageState: session });
      const found = [];
      try {
        for (const [name, path] of Object.entries({
          ...projectPages(project),
          running: `jobs/${project.completedId}`,
          cancelled: `jobs/${project.cancelledId}`,
        })) {
          await page.goto(`${project.url}/${path}`);
          await settled(page);
          found.push(...[...(await overflow(page)), ...(await sticksOut(page))].map((text) => `${name}: ${text}`));
          found.push(...complaintsOf(name, faults));
          if (width === 375) found.push(...(await accessibilityProblems(page)).map((text) => `${name}: ${text}`));
        }
        assert.deepEqual(found, []);
      } finally {
        await context.close();
      }
    });
  }

  it('dialogs and menus fit into 375 px as well', async () => {
    const { page, context, faults } = await openPage(room.browser, { width: 375, height: 812, storageState: session });
    const found = [];
    const look = async (what) => found.push(...(await sticksOut(page)).map((text) => `${what}: ${text}`));
    try {
      await page.goto(`${project.url}/settings`);
      await settled(page);
      await page.getByRole('button', { name: 'Delete…' }).last().click();
      await page
        .getByRole('dialog')
        .getByLabel(/Reason/)
        .waitFor();
      await look('delete the project');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Open navigation' }).click();
      await arrivedDrawer(page);
      await look('navigation');
      await page.goto(`${project.url}/jobs/${project.jobId}`);
      await settled(page);
      await page.getByRole('button', { name: /Replay with edits/ }).click();
      await page.getByRole('dialog').getByLabel('Payload').waitFor();
      await look('replay');
      assert.deepEqual([...found, ...faults], []);
    } finally {
      await context.close();
    }
  });

  it('a name that is too long is refused at its field, in the words of the interface', async () => {
    const { page, context } = await openPage(room.browser, { storageState: session });
    try {
      await page.goto(`${project.url}/settings`);
      const section = page.getByRole('region', { name: 'Project', exact: true });
      await section.getByLabel('Name').fill(`${NAME}W`);
      await section.getByRole('button', { name: 'Rename' }).click();
      await section
        .getByText('name must be text of 1 to 200 characters without control or direction characters')
        .waitFor();
    } finally {
      await context.close();
    }
  });
});

/** It slides in from the left: until it has arrived, it sticks out by design. */
async function arrivedDrawer(page) {
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const drawer = page.getByRole('dialog').filter({ has: pages });
  await until(async () => (await drawer.boundingBox())?.x >= 0, 'the navigation has slid in');
}

/** A project in which everything has the longest text that it can have. */
async function filled(project) {
  const { api } = room;
  await api.post(`${project}/queues`, { name: NAME_OF_QUEUE, description: REASON, maxAttempts: 1 });
  await api.post(`${project}/queues`, { name: `${NAME_OF_QUEUE.slice(1)}p`, description: RIGHT_TO_LEFT });
  const target = { queue: NAME_OF_QUEUE, handler: NAME_OF_HANDLER };
  const labels = { [LONG.slice(0, 60)]: LONG.slice(0, 200), rtl: TURNING };
  const dead = await api.post(`${project}/jobs`, { ...target, payload: { ...PAYLOAD, fails: true }, labels });
  const completed = await api.post(`${project}/jobs`, { ...target, payload: PAYLOAD, labels });
  const later = await api.post(`${project}/jobs`, { ...target, payload: {}, labels, delayMs: HOUR_MS });
  await api.post(`${project}/jobs/${later.id}/cancel`, { reason: REASON });
  await api.post(`${project}/jobs`, { ...target, payload: {}, labels, delayMs: HOUR_MS });
  const timing = {
    cron: Array.from({ length: 60 }, (_, minute) => minute).join(',') + ' * * * *',
    timeZone: 'America/Argentina/ComodRivadavia',
  };
  const schedule = await api.post(`${project}/schedules`, { name: NAME, ...timing, ...target, payload: PAYLOAD });
  await api.post(`${project}/schedules/${schedule.id}/pause`, { reason: REASON });
  await api.post(`${project}/schedules`, {
    name: RIGHT_TO_LEFT,
    cron: '0 3 * * *',
    timeZone: 'UTC',
    ...target,
    payload: {},
  });
  await api.post(`${project}/api-keys`, { name: NAME, scopes: ['read', 'enqueue', 'manage'] });
  await api.post(`${project}/api-keys`, { name: RIGHT_TO_LEFT, scopes: ['read'] });
  await api.send('PUT', `${project}/secrets/${LONG.slice(0, 64)}`, { value: 'x' });
  const letters = `${project}/dead-letters?limit=1`;
  const letter = await until(async () => (await api.get(letters)).data[0], 'the dead letter');
  await until(
    async () => (await api.get(`${project}/jobs/${completed.id}`)).status === 'completed',
    'the other is completed',
  );
  await api.post(`${project}/queues/${NAME_OF_QUEUE}/pause`, { reason: REASON });
  return {
    queue: NAME_OF_QUEUE,
    jobId: dead.id,
    completedId: completed.id,
    cancelledId: later.id,
    scheduleId: schedule.id,
    letterId: letter.id,
  };
}

/** What is drawn beyond the edges of the window, and stays there, but for what is in something that scrolls or clips. */
const sticksOut = (page) => becomesEmpty(page, beyondEdges);

function beyondEdges() {
  const isClipped = (element) => {
    for (let parent = element.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement)
      if (getComputedStyle(parent).overflowX !== 'visible') return true;
    return false;
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return (
        width > 0 && height > 0 && (right > window.innerWidth + 1 || left < -1) && right > 0 && !isClipped(element)
      );
    })
    .slice(0, 3)
    .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} sticks out`);
}

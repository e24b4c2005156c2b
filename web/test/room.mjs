// What all scenarios share: one installation and one browser, started once, stopped whatever happens.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before } from 'node:test';
import { Api } from './api.mjs';
import { launchBrowser, openPage, signIn } from './browser.mjs';
import { Installation } from './installation.mjs';

/** What the longest texts are shown with. */
const HANDLER_MODULES = path.join(import.meta.dirname, 'wordy-handler.mjs');

/** Filled before the first scenario. */
export const room = {};

export function openRoom() {
  before(async () => {
    const started = await Promise.allSettled([launchBrowser(), Installation.start({ HANDLER_MODULES })]);
    [room.browser, room.installation] = started.map(({ value }) => value);
    for (const { reason } of started) if (reason !== undefined) throw reason;
    const { local } = room.installation;
    room.local = local;
    room.projectUrl = `${local.webUrl}/projects/${local.projectId}`;
    room.api = await Api.signedIn(local);
    room.owner = await sessionOf(local);
  });
  after(async () => {
    await room.browser?.close();
    await room.installation?.stop();
  });
}

/** Signs in once by the form; the cookies serve every page of this person from then on. */
export async function sessionOf(person) {
  const { context, page, faults } = await openPage(room.browser);
  try {
    await signIn(page, room.local.webUrl, person);
    assert.deepEqual(faults, []);
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/**
 * A page of the owner. Whatever the browser complains about fails the scenario; it counts as one that a request was refused, so
 * a scenario that is about being refused names the `refused` status.
 */
export async function onPage(path, run, { refused, ...options } = {}) {
  const { context, page, faults } = await openPage(room.browser, { storageState: room.owner, ...options });
  const isExpected = (fault) => refused !== undefined && fault.includes(`responded with a status of ${refused}`);
  try {
    await page.goto(`${room.projectUrl}/${path}`);
    await run(page, context);
    assert.deepEqual(
      faults.filter((fault) => !isExpected(fault)),
      [],
    );
  } finally {
    await context.close();
  }
}

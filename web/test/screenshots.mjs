// `npm run screenshots`: every page, light and dark, as docs/images/<page>-<scheme>.png, from the demo that `npm start` shows.
import { mkdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { Api } from './api.mjs';
import { launchBrowser, openPage, settled, signIn } from './browser.mjs';
import { Installation } from './installation.mjs';
import { entryPages, projectPages } from './pages.mjs';
import { somethingToShow } from './something-to-show.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = path.join(root, 'docs', 'images');
/** Of no use without a link that was mailed, or nothing to see. */
const LEFT_OUT = new Set(['reset-password', 'setup', 'sign-up', 'missing']);

const browser = await launchBrowser();
let installation;
try {
  installation = await Installation.start();
  const { local } = installation;
  const api = await Api.signedIn(local);
  const shown = await somethingToShow(api);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark']) await take(colorScheme, local, shown);
} finally {
  await browser.close();
  await installation?.stop();
}
process.exit();

async function take(colorScheme, local, shown) {
  const { page, context } = await openPage(browser, { colorScheme, width: 1440, height: 900, reducedMotion: 'reduce' });
  const entries = Object.entries(entryPages(shown)).filter(([name]) => !LEFT_OUT.has(name));
  for (const [name, to] of entries) await keep(page, `${name}-${colorScheme}`, local.webUrl + to);
  await signIn(page, local.webUrl, local);
  for (const [name, to] of Object.entries(projectPages(shown)).filter(([name]) => !LEFT_OUT.has(name))) {
    await keep(
      page,
      `${name}-${colorScheme}`,
      `${local.webUrl}/projects/${local.projectId}/${name === 'overview' ? 'overview?last=1440' : to}`,
    );
  }
  await context.close();
}

async function keep(page, name, url) {
  await page.goto(url);
  await settled(page);
  await page.mouse.move(0, 0);
  await page.evaluate(hideMachine, [
    [root, '/srv/rota'],
    [hostname(), 'worker-1.internal'],
  ]);
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  // Few hues and much text: a palette keeps it sharp at a quarter of the size.
  const file = path.join(folder, `${name}.png`);
  const { size } = await sharp(picture).png({ palette: true, colours: 96, dither: 0, effort: 10 }).toFile(file);
  console.log(`${path.relative(process.cwd(), file)} ${Math.round(size / 1000)} KB`);
}

/** Where the pictures were taken is nobody's business. */
function hideMachine(names) {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    for (const [name, shown] of names) {
      if (walker.currentNode.data.includes(name))
        walker.currentNode.data = walker.currentNode.data.replaceAll(name, shown);
    }
  }
}

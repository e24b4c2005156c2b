// A real browser without a system package: @sparticuz/chromium brings it with libraries and fonts, playwright-core drives it.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { PATIENCE_MS } from './patience.mjs';

const web = path.resolve(import.meta.dirname, '..');

/** Signals are for whoever started the browser: it stops other things too, in order. */
const LEFT_TO_US = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** @returns a browser; close it. ROTA_TEST_BROWSER names another one; off Linux on x64 the installed Chrome is used. */
export async function launchBrowser() {
  const chosen = process.env.ROTA_TEST_BROWSER;
  if (chosen) return chromium.launch({ ...LEFT_TO_US, executablePath: chosen });
  if (process.platform !== 'linux' || process.arch !== 'x64') return installedChrome();
  const folder = await unpackedBrowser();
  return chromium.launch({
    ...LEFT_TO_US,
    executablePath: path.join(folder, 'chromium'),
    // As root, and in containers, there is no sandbox to be had. Web security stays on.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-dev-shm-usage'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') }),
    },
  });
}

async function installedChrome() {
  try {
    return await chromium.launch({ ...LEFT_TO_US, channel: 'chrome' });
  } catch (error) {
    const advice =
      'the packages bring a browser for Linux on x64 only: install Chrome, or name one in ROTA_TEST_BROWSER';
    throw new Error(advice, { cause: error });
  }
}

/** Once per version, beside the packages; a half unpacked one never gets the name. */
async function unpackedBrowser() {
  const manifest = path.join(web, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const cache = path.join(web, 'node_modules', '.cache', 'rota');
  const folder = path.join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unpacking = mkdtempSync(path.join(cache, 'unpacking-'));
  const env = { ...process.env, TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  try {
    await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'unpack-browser.mjs')], { env });
    writeFileSync(path.join(unpacking, 'fonts.conf'), fontsConfiguration(folder));
    renameSync(unpacking, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // another run was first
  } finally {
    rmSync(unpacking, { recursive: true, force: true });
  }
  return folder;
}

/** For a machine without fonts: what the package brings, which is enough for all that the app does not bring itself. */
function fontsConfiguration(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

/** What the browser says some seconds after a page was loaded whose script is not yet done: it tells of the machine, not of the page. */
const IS_SLOW = /was preloaded using link preload but not used within a few seconds/;

/**
 * A page that remembers what went wrong on it: errors, warnings (hydration is one), and what was thrown.
 * @returns {{ context, page, faults: string[] }}
 */
export async function openPage(browser, { width = 1440, height = 960, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: 'light',
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  letRoutesEnd(context);
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || message.type() === 'warning';
    if (isFault && !IS_SLOW.test(message.text())) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  return { context, page, faults };
}

/** A request that a scenario holds or answers may be under way at its end: its handler would fail, and with it whoever comes next. */
function letRoutesEnd(context) {
  const close = context.close.bind(context);
  context.close = async () => {
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await close();
  };
}

export async function signIn(page, webUrl, { email, password }) {
  await page.goto(`${webUrl}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/projects\/[^/]+\/overview/);
}

/** The data is there: nothing says that it is loading, and the fonts are in. */
export async function settled(page) {
  await page.locator('main, form').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"], [aria-label="Loading"], [data-loading]') === null,
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

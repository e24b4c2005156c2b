// A real browser without a system package: @sparticuz/chromium unpacks itself, playwright-core drives it.
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';

/** @returns a browser; close it */
export async function launchBrowser() {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((argument) => argument !== '--single-process' && argument !== '--no-zygote'),
    headless: true,
  });
}

/**
 * A page that remembers what went wrong on it.
 * @returns {{ context, page, faults: string[] }}
 */
export async function openPage(
  browser,
  { width = 1440, height = 960, colorScheme = 'light', timezoneId = 'Europe/Berlin', ...rest } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    timezoneId,
    locale: 'en-GB',
    deviceScaleFactor: width < 700 ? 2 : 1,
    ...rest,
  });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  return { context, page, faults };
}

export async function signIn(page, webUrl, { email, password }) {
  await page.goto(`${webUrl}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/projects\/[^/]+\/overview/);
}

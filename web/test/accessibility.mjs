import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** What axe finds against WCAG AA, with the place and what to do about it. */
export async function accessibilityProblems(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((runOnly) => window.axe.run(document, { runOnly }), RULES);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  );
}

/** What React has not laid out anew, some time after a change of the window's size, stays so. */
const LAYOUT_MS = 20_000;

/** Empty once nothing is wider than the window. */
export async function overflow(page) {
  const wide = await becomesEmpty(page, tooWide);
  return wide.map((name) => `does not fit into ${page.viewportSize().width} px: ${name}`);
}

/** Empty once no cell of a table cuts off the buttons in it. */
export async function cutButtons(page) {
  const cut = await becomesEmpty(page, cutCells);
  return cut.map((text) => `is cut in its cell: ${text}`);
}

/** Empty once every row ends where its table does: one with a cell too many gets a column that nobody sees. */
export async function raggedTables(page) {
  const ragged = await becomesEmpty(page, tablesWithOddRows);
  return ragged.map((label) => `has rows that end before the table does: ${label}`);
}

/**
 * After a change of the window's size the style sheet is at work at once, what React decides by that size a moment later: only what lasts is a fault.
 * @returns what `find`, run in the page, still finds
 */
export async function becomesEmpty(page, find) {
  const deadline = Date.now() + LAYOUT_MS;
  for (;;) {
    const found = await page.evaluate(find);
    if (found.length === 0 || Date.now() > deadline) return found;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

function tooWide() {
  const main = document.querySelector('main');
  const widths = [
    ['main', main?.scrollWidth ?? 0, main?.clientWidth ?? 0],
    ['document', document.documentElement.scrollWidth, window.innerWidth],
  ];
  return widths.filter(([, needed, given]) => needed > given).map(([name]) => name);
}

function cutCells() {
  return [...document.querySelectorAll('td:has(button)')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
    .map((cell) => cell.textContent);
}

function tablesWithOddRows() {
  return [...document.querySelectorAll('main table')]
    .filter((table) => {
      const { right } = table.getBoundingClientRect();
      return [...table.rows].some((row) => {
        const last = [...row.cells].findLast((cell) => cell.getBoundingClientRect().width > 0);
        return last !== undefined && Math.abs(last.getBoundingClientRect().right - right) > 1;
      });
    })
    .map((table) => table.getAttribute('aria-label') ?? table.textContent.slice(0, 40));
}

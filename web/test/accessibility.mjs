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

/** Empty once nothing is wider than the window: after a change of its size React has to lay out anew. */
export async function overflow(page) {
  try {
    await page.waitForFunction(fits, undefined, { timeout: 20_000 });
    return [];
  } catch {
    return [`does not fit into ${page.viewportSize().width} px`];
  }
}

/** Buttons that their cell of a table cuts off. */
export async function cutButtons(page) {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('td:has(button)')]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent),
  );
  return cut.map((text) => `is cut in its cell: ${text}`);
}

/** Tables of which a row ends elsewhere than the table: one with a cell too many gets a column that nobody sees. */
export async function raggedTables(page) {
  const ragged = await page.evaluate(() =>
    [...document.querySelectorAll('main table')]
      .filter((table) => {
        const { right } = table.getBoundingClientRect();
        return [...table.rows].some((row) => {
          const last = [...row.cells].findLast((cell) => cell.getBoundingClientRect().width > 0);
          return last !== undefined && Math.abs(last.getBoundingClientRect().right - right) > 1;
        });
      })
      .map((table) => table.getAttribute('aria-label') ?? table.textContent.slice(0, 40)),
  );
  return ragged.map((label) => `has rows that end before the table does: ${label}`);
}

function fits() {
  const main = document.querySelector('main');
  const isMainWithin = main === null || main.scrollWidth <= main.clientWidth;
  return isMainWithin && document.documentElement.scrollWidth <= window.innerWidth;
}

import { readFileSync } from 'node:fs';
import { ensureClientBuild } from '../../scripts/build-client.mjs';
import { LocalInstallation } from '../support/local-installation.js';
import { Checkout, startVariables } from '../support/docs/checkout.js';
import { commandFault, commandsOf } from '../support/docs/console-words.js';
import { listPages, readPage } from '../support/docs/page.js';
import { runPage } from '../support/docs/page-run.js';
import { typeFaults } from '../support/docs/type-check.js';

const START_MS = 420_000;
const PAGE_MS = 330_000;
const pages = listPages().map((file) => readPage(file));
const wrong = readPage('test/fixtures/docs/wrong-commands.md');

/** The pages, done as they say, on one running system. */
let installation: LocalInstallation;
let checkout: Checkout;
let env: Record<string, string>;

beforeAll(async () => {
  await ensureClientBuild();
  installation = await LocalInstallation.prepare();
  checkout = new Checkout(installation.home);
  checkout.writeFiles(pages);
  await installation.start({ ENQUEUE_LIMIT_PER_MINUTE: '0', ...startVariables(pages, checkout) }, START_MS - 30_000);
  const { PATH = '', HOME = '', LANG = 'C.UTF-8' } = process.env;
  env = { PATH, HOME, LANG, ROTA_HOME: installation.home, DATABASE_CONNECT_TIMEOUT_MS: '60000' };
}, START_MS);

afterAll(async () => {
  await installation.dispose();
  checkout.dispose();
});

describe('the commands of', () => {
  const runnable = pages.filter(({ blocks }) => blocks.some(({ language }) => ['sh', 'sql', 'ts'].includes(language)));

  it.each(runnable.map((page) => [page.file, page] as const))(
    '%s do what it says',
    async (file, page) => {
      const failure = await runPage(page, { checkout, env });
      expect(failure && `${file}:${failure.line}\n${failure.output}`).toBeUndefined();
    },
    PAGE_MS,
  );
});

it(
  'TypeScript on the pages fits the client and the handlers',
  () => {
    expect(typeFaults(pages, checkout)).toEqual([]);
  },
  PAGE_MS,
);

it('what cannot be run here is spelled as it is there', () => {
  const faults = pages.flatMap(({ file, blocks }) =>
    blocks
      .filter(({ language }) => language === 'console')
      .flatMap((block) => commandsOf(block))
      .flatMap(({ line, text }) => {
        const fault = commandFault(text);
        return fault === undefined ? [] : [`${file}:${line} ${fault}`];
      }),
  );
  expect(faults).toEqual([]);
});

describe('a page with a wrong command is found out', () => {
  /** Each block alone, so that one fault does not hide the next. */
  const blocks = wrong.blocks.filter(({ language }) => ['sh', 'sql'].includes(language));

  it.each(blocks.map((block) => [block.text.split('\n').at(-1) ?? '', block] as const))(
    '%s',
    async (_command, block) => {
      const failure = await runPage({ ...wrong, blocks: [block] }, { checkout, env });
      expect(failure?.line).toBe(block.line);
    },
    PAGE_MS,
  );

  it(
    'TypeScript that does not fit',
    () => {
      expect(typeFaults([wrong], checkout).length).toBeGreaterThanOrEqual(2);
    },
    PAGE_MS,
  );

  it('words that may not stand in a console block, scripts and services that are not there', () => {
    const faults = wrong.blocks
      .filter(({ language }) => language === 'console')
      .flatMap((block) => commandsOf(block))
      .map(({ text }) => commandFault(text));
    expect(faults.length).toBeGreaterThanOrEqual(4);
    expect(faults).not.toContain(undefined);
  });
});

it('the variables of local.sh are those of the running system', () => {
  const names = [...readFileSync('docs/local.sh', 'utf8').matchAll(/read_local (\w+)/g)].map(([, name]) => name);
  const local = JSON.parse(readFileSync(`${installation.home}/local.json`, 'utf8')) as object;
  expect(names.filter((name) => !Object.hasOwn(local, (name as string).split('.')[0] as string))).toEqual([]);
});

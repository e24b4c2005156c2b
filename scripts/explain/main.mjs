// npm run db:explain: one page per hot statement under docs/explain/, with its plan on 100,000 rows. With --check nothing is written:
// it fails when the shape of a plan is not as committed. Shapes hold neither costs nor times, so they come out alike everywhere;
// what was measured stands behind a marker in the page and is not compared.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { projectRoot } from '../bootstrap/project-root.mjs';
import { ensureBuild } from '../build.mjs';
import { freePort } from '../free-ports.mjs';
import { startEmbeddedPostgres } from '../postgres/embedded.mjs';
import { runRota } from '../start/command-line.mjs';

const MEASURED = '<!-- measured: not compared -->';
const folder = path.join(projectRoot, 'docs', 'explain');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

await ensureBuild();
const pages = await withDatabase(async (url) => {
  const { explainAll } = await import('./pages.mjs');
  return explainAll(url, { isMeasured: !values.check, marker: MEASURED });
});
if (values.check) check();
else write();

async function withDatabase(work) {
  if (process.env.EXPLAIN_DATABASE_URL) return work(process.env.EXPLAIN_DATABASE_URL);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rota-explain-'));
  const settings = { shared_buffers: '256MB', fsync: 'off' };
  const server = await startEmbeddedPostgres({
    dataDir,
    port: await freePort(),
    password: 'explain',
    settings,
    throwaway: dataDir,
  });
  try {
    await runRota(['migrate'], { ...process.env, DATABASE_URL: server.url('postgres') });
    return await work(server.url('postgres'));
  } finally {
    await server.stop('immediate');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function compared(text) {
  return text.split(MEASURED)[0]?.trimEnd();
}

function check() {
  const faults = pages.flatMap(({ file, text }) => {
    const committed = readPage(file);
    if (committed === undefined) return [`${file} is missing`];
    return compared(committed) === compared(text) ? [] : [`${file}: ${firstDifference(committed, text)}`];
  });
  const known = new Set(pages.map(({ file }) => file));
  faults.push(...committedFiles().flatMap((file) => (known.has(file) ? [] : [`${file} belongs to no statement`])));
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) {
    console.log('run "npm run db:explain", look at what has changed, and commit it');
    process.exitCode = 1;
  } else console.log(`${pages.length} plans are as committed`);
}

function firstDifference(committed, found) {
  const [before, after] = [compared(committed).split('\n'), compared(found).split('\n')];
  const at = before.findIndex((line, index) => line !== after[index]);
  const line = at < 0 ? before.length : at;
  return `line ${line + 1} was "${before[line]?.trim() ?? ''}", is "${after[line]?.trim() ?? ''}"`;
}

function write() {
  mkdirSync(folder, { recursive: true });
  const known = new Set(pages.map(({ file }) => file));
  for (const file of committedFiles()) if (!known.has(file)) rmSync(path.join(folder, file));
  for (const { file, text } of pages) writeFileSync(path.join(folder, file), text);
  console.log(`wrote ${pages.length} pages to docs/explain`);
}

function readPage(file) {
  try {
    return readFileSync(path.join(folder, file), 'utf8');
  } catch {
    return undefined;
  }
}

function committedFiles() {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.md'));
  } catch {
    return [];
  }
}

// `npm run test:mutants`: takes one guarantee away at a time, in a copy of the sources, and expects a test to notice.
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { MUTANTS } from '../test/mutants/mutants.mjs';
import { projectRoot } from './bootstrap/project-root.mjs';
import { KEPT_LOGS } from './kept-output.mjs';
import { freePort } from './free-ports.mjs';
import { startEmbeddedPostgres, testedVersion } from './postgres/embedded.mjs';

/** Runs side by side, each in a copy of its own: a test file mostly waits for its database. */
const LANES = 2;
/** Most mutants that are noticed by waiting keep something from happening for ever. */
const MUTANT_PATIENCE_MS = 12_000;
/** What never ends under a mutant, ends here. */
const MUTANT_TEST_MS = 60_000;
/** The types of what a mutant makes are nobody's concern, and checking them takes nearly half of its build. */
const UNCHECKED = {
  file: 'tsconfig.build.json',
  find: '"compilerOptions": {',
  replace: '"compilerOptions": { "noCheck": true,',
};
const COPIED = [
  'src',
  'test',
  'migrations',
  'scripts',
  'jest.config.mjs',
  'nest-cli.json',
  'package-lock.json',
  'package.json',
  'tsconfig.build.json',
  'tsconfig.json',
];
const pattern = process.argv[2];
const mutants = MUTANTS.filter(({ name }) => pattern === undefined || name.includes(pattern));
const folder = mkdtempSync(path.join(tmpdir(), 'rota-mutants-'));
const copies = Array.from({ length: LANES }, (_, lane) => copyOfProject(path.join(folder, `copy-${lane}`)));

// One server for all runs: a database of its own for each is enough, and a server for each would double the time.
chmodSync(folder, 0o711);
const given = process.env.TEST_DATABASE_URL;
const server = given
  ? undefined
  : await startEmbeddedPostgres({
      dataDir: path.join(folder, 'postgres'),
      port: await freePort(),
      password: randomBytes(12).toString('hex'),
      version: testedVersion(),
      throwaway: folder,
      settings: { fsync: 'off', max_connections: 300, shared_buffers: '128MB' },
    });
// A mutant may well log what it must not.
const env = { ...process.env, [KEPT_LOGS]: '', TEST_DATABASE_URL: given ?? server.url('postgres') };

process.on('exit', () => {
  server?.child.kill('SIGQUIT');
  rmSync(folder, { recursive: true, force: true });
});

let failed = 0;
const suites = [...new Set(mutants.map((mutant) => mutant.test))];
const runs = [
  ...suites.map((test) => (copy) => withoutMutant(copy, test)),
  ...mutants.map((mutant) => (copy) => withMutant(copy, mutant)),
];
await Promise.all(
  copies.map(async (copy) => {
    for (let run = runs.shift(); run; run = runs.shift()) await run(copy);
  }),
);
console.log(`\n${mutants.length + suites.length - failed} passed, ${failed} failed`);
await server?.stop('immediate');
process.exit(failed === 0 ? 0 : 1);

function copyOfProject(copy) {
  for (const entry of COPIED) cpSync(path.join(projectRoot, entry), path.join(copy, entry), { recursive: true });
  // What is built of unchanged sources serves until the first mutant of an end-to-end test.
  const built = path.join(projectRoot, 'dist');
  if (existsSync(built)) cpSync(built, path.join(copy, 'dist'), { recursive: true });
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

async function withoutMutant(copy, test) {
  const only = mutants.filter((mutant) => mutant.test === test).map((mutant) => mutant.only);
  const { success, passed, tookMs } = await runJest(copy, test, only.join('|'));
  report(success && passed > 0, `without a mutant, ${test} passes`, { tookMs });
}

async function withMutant(copy, mutant) {
  const originals = [...mutant.edits, UNCHECKED].map((edit) => apply(copy, edit));
  const { ran, failures, ...how } = await runJest(copy, mutant.test, mutant.only, {
    ROTA_TEST_PATIENCE_MS: String(MUTANT_PATIENCE_MS),
  });
  // The last first: two edits of one file keep each its own text.
  for (const { file, text } of originals.toReversed()) writeFileSync(file, text);
  report(ran && failures > 0, `killed: ${mutant.name}`, how);
}

function report(isOk, what, { tookMs, reason }) {
  if (!isOk) failed += 1;
  const took = `${(tookMs / 1000).toFixed(1)} s`.padStart(8);
  console.log(
    `${isOk ? 'ok    ' : 'FAILED'} ${took}  ${what}${reason === undefined ? '' : `\n                  ${reason}`}`,
  );
}

function apply(copy, { file, find, replace, count = 1 }) {
  const target = path.join(copy, file);
  const text = readFileSync(target, 'utf8');
  const parts = text.split(find);
  if (parts.length !== count + 1) throw new Error(`${file}: expected ${count} × "${find}", found ${parts.length - 1}`);
  writeFileSync(target, parts.join(replace));
  return { file: target, text };
}

/** `ran` tells a test that failed from a run that never came to its tests. */
async function runJest(copy, test, only, more = {}) {
  const output = path.join(copy, 'result.json');
  rmSync(output, { force: true });
  const jest = path.join(copy, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [
    '--experimental-vm-modules',
    '--no-warnings',
    jest,
    test,
    '-t',
    only,
    '--testEnvironment=./test/mutants/first-failure.environment.cjs',
    '--json',
    `--outputFile=${output}`,
    '--silent',
    `--testTimeout=${MUTANT_TEST_MS}`,
  ];
  const startedAtMs = performance.now();
  // Not spawnSync: while it waits nobody would read what the server logs, and a full pipe stops it.
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { ...env, ...more },
    stdio: 'ignore',
    timeout: 600_000,
  });
  await new Promise((resolve) => child.once('exit', resolve));
  const tookMs = performance.now() - startedAtMs;
  try {
    const { success, numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(output, 'utf8'));
    const reason = firstFailure(testResults);
    // A mutant that PostgreSQL or the compiler refuses would "fail" every test and prove nothing.
    const ran = !/syntax error|SyntaxError|does not exist|is not defined/.test(reason);
    return { ran, success, passed: numPassedTests, failures: numFailedTests, reason, tookMs };
  } catch {
    return { ran: false, success: false, passed: 0, failures: 0, reason: 'the tests did not run', tookMs };
  }
}

/** What the test said, in one line: it must be the guarantee that speaks. */
function firstFailure(testResults) {
  const message = testResults.flatMap((file) => file.assertionResults.flatMap((test) => test.failureMessages))[0] ?? '';
  const ansi = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g');
  return message.replaceAll(ansi, '').split('\n    at ')[0].replaceAll(/\s+/g, ' ').slice(0, 160);
}

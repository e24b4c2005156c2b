// `npm test`: every check and every test of the project, in one order, on any machine. `npm test -- --only lint,unit` runs
// some; `npm test -- --list` names all. Ends with one line: how many tests and checks passed and failed.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { KEPT_LOGS } from './kept-output.mjs';
import { runCheck, runJest, runNodeTest } from './test/run-step.mjs';
import { searchLogs } from './test/secret-search.mjs';
import { STEPS } from './test/steps.mjs';

/** Of one step, at the end: the log above has the rest. */
const MAX_FAULTS = 10;

const { values } = parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' } } });
const wanted = values.only?.split(',').map((name) => name.trim());
const unknown = wanted?.filter((name) => !STEPS.some((step) => step.name === name)) ?? [];
if (values.list || unknown.length > 0) {
  if (unknown.length > 0) console.error(`no such step: ${unknown.join(', ')}`);
  console.log(STEPS.map(({ name, title }) => `${name.padEnd(14)}${title}`).join('\n'));
  process.exit(unknown.length > 0 ? 2 : 0);
}

const folder = mkdtempSync(path.join(tmpdir(), 'rota-results-'));
const logs = path.join(folder, 'logs');
mkdirSync(logs);
process.env[KEPT_LOGS] = logs; // every process of the tests appends what it says
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const results = [];
const steps = STEPS.filter(({ name, isOnDemand }) => wanted?.includes(name) ?? !isOnDemand);
while (steps.length > 0) {
  const [{ inGroup }] = steps;
  const others = inGroup === undefined ? 1 : steps.findIndex((step) => step.inGroup !== inGroup);
  const group = steps.splice(0, others === -1 ? steps.length : others);
  const lane = async () => {
    for (let step = group.shift(); step; step = group.shift()) await take(step);
  };
  await Promise.all([lane(), lane()]);
}

for (const { name, faults } of results.filter(({ faults = [] }) => faults.length > 0)) {
  console.log(`\n=== what failed in ${name}`);
  for (const fault of faults.slice(0, MAX_FAULTS)) console.log(`\n${fault}`);
  if (faults.length > MAX_FAULTS) console.log(`\nand ${faults.length - MAX_FAULTS} more`);
}
console.log('');
for (const { name, seconds, passed, failed } of results) {
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(14)}${seconds.toFixed(1).padStart(7)} s  ${passed} passed, ${failed} failed`,
  );
}
const sum = (field) => results.reduce((total, result) => total + result[field], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 && results.length > 0 ? 0 : 1);

async function take(step) {
  console.log(`\n=== ${step.name}: ${step.title}`);
  const startedAtMs = performance.now();
  const outcome = await run(step);
  const seconds = (performance.now() - startedAtMs) / 1000;
  results.push({ name: step.name, seconds, ...outcome });
  console.log(`=== ${step.name}: ${outcome.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
}

function run(step) {
  if (step.jest) return runJest(step, path.join(folder, `${step.name}.json`));
  if (step.nodeTest) return runNodeTest(step, path.join(folder, `${step.name}.tap`));
  if (step.searchesLogs) return runSearch();
  return runCheck(step);
}

function runSearch() {
  const { faults, summary } = searchLogs(logs);
  console.log(`searched ${summary}`);
  return { passed: faults.length === 0 ? 1 : 0, failed: faults.length, faults };
}

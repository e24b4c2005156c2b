// npm run bench -- [--quick] [--only drain,scaling] [--rounds 5] [--scale 1]
// Measures Rota beside its peers and writes docs/benchmarks.md. Results of each measure are kept in bench/results/, so that one can
// be repeated alone. --scale makes the numbers of jobs smaller, for working on the benchmark itself; nothing is written to docs then.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../scripts/build.mjs';
import { ensurePeersInstalled } from './lab/install.mjs';
import { inBench, inProject } from './lab/paths.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    scale: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
  },
});
ensurePeersInstalled();
await ensureBuild();
const { MEASURES } = await import('./measures/index.mjs');
const { PostgresLab } = await import('./lab/postgres.mjs');
const { hasRealTimePriority, machineFacts } = await import('./lab/machine.mjs');
const { reportText } = await import('./lab/report.mjs');

const wanted = values.quick ? ['drain'] : values.only?.split(',');
const unknown = wanted?.filter((name) => !MEASURES.some((measure) => measure.name === name)) ?? [];
if (values.list || unknown.length > 0) {
  if (unknown.length > 0) console.error(`no such measure: ${unknown.join(', ')}`);
  console.log(MEASURES.map(({ name, title }) => `${name.padEnd(16)}${title}`).join('\n'));
  process.exit(unknown.length > 0 ? 2 : 0);
}

const REAL_TIME =
  'The benchmark was started with real-time priority (`chrt -f`), which all that it measures inherits: the machine had other work.';
const scale = Number(values.scale);
const options = { isQuick: values.quick, scale, ...(values.rounds && { rounds: Number(values.rounds) }) };
const resultFile = (name) => inBench('results', `${name}.json`);
let ratios = {};
let facts;
for (const measure of MEASURES.filter(({ name }) => wanted?.includes(name) ?? true)) {
  console.error(`${measure.name}: ${measure.title}`);
  // A server of its own for each: none finds the files and caches that another has left.
  const lab = await PostgresLab.start(measure.settings);
  try {
    facts ??= await machineFacts(lab);
    const { name, title } = measure;
    const result = {
      name,
      title,
      ...(await measure.run({ ...options, lab })),
      measuredAt: new Date().toISOString().slice(0, 16),
    };
    if (hasRealTimePriority()) result.remarks = [...(result.remarks ?? []), REAL_TIME];
    for (const entry of result.goals)
      console.error(`  ${entry.label}: ${entry.value?.median.toFixed(3)} (goal ${entry.must})`);
    ratios = { ...ratios, ...result.ratios };
    mkdirSync(inBench('results'), { recursive: true });
    if (scale === 1 && !values.quick)
      writeFileSync(resultFile(name), JSON.stringify({ ...result, facts }, undefined, 1));
  } finally {
    await lab.stop();
  }
}
if (scale === 1 && !values.quick) writeReport();
const rounded = Object.fromEntries(
  Object.entries(ratios).map(([name, { median }]) => [name, Number(median.toFixed(3))]),
);
console.log(JSON.stringify({ ratios: rounded }));
process.exit(0);

function writeReport() {
  const results = MEASURES.flatMap(({ name }) => {
    try {
      return [JSON.parse(readFileSync(resultFile(name), 'utf8'))];
    } catch {
      return [];
    }
  });
  writeFileSync(inProject('docs', 'benchmarks.md'), reportText(facts, results));
  console.error('wrote docs/benchmarks.md');
}

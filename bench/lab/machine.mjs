import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import process from 'node:process';
import { inBench, inProject } from './paths.mjs';
import { POSTGRES_SETTINGS } from './postgres.mjs';
import { redisVersion } from './redis.mjs';

const versionIn = (file) => JSON.parse(readFileSync(file, 'utf8')).version;
const peer = (name) => versionIn(inBench('node_modules', name, 'package.json'));

/** What the figures were measured on and with: facts that a reader needs to compare, and nothing that names the machine. */
export async function machineFacts(lab) {
  const [{ version }] = await lab.query(`SELECT current_setting('server_version') AS version`);
  return [
    ['processors', `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}, shared by the server and all clients`],
    ['memory', `${Math.round(os.totalmem() / 1024 ** 3)} GB`],
    ['system', `${os.type()} ${os.release().split('-')[0]}, ${os.arch()}`],
    ['one flush to disk', await flushLatency(lab)],
    [
      'PostgreSQL',
      `${version}; ${Object.entries(POSTGRES_SETTINGS)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}; TCP on the loopback`,
    ],
    ['Node', process.version],
    ['pg', versionIn(inProject('node_modules', 'pg', 'package.json'))],
    ['Rota', `${versionIn(inProject('package.json'))}, commit ${commit()}`],
    ['graphile-worker', peer('graphile-worker')],
    ['pg-boss', peer('pg-boss')],
    ['BullMQ', `${peer('bullmq')} with ioredis ${peer('ioredis')} on Redis ${redisVersion() ?? '(not installed)'}`],
  ];
}

/** Inherited by every process that a measure starts; proc(5): field 41 of `stat` is the policy, 0 the usual one. */
export function hasRealTimePriority() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  return Number(fields[41 - 3]) !== 0;
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: inProject(), encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

/** The time of a commit that writes one row, over 200 of them: what a durable answer costs here. */
async function flushLatency(lab) {
  await lab.query('CREATE TABLE flush_probe (n int)');
  const times = [];
  for (let n = 0; n < 200; n += 1) {
    const startedAtMs = performance.now();
    await lab.query('INSERT INTO flush_probe VALUES ($1)', [n]);
    times.push(performance.now() - startedAtMs);
  }
  await lab.query('DROP TABLE flush_probe');
  return `a one-row commit takes ${times.toSorted((a, b) => a - b)[100].toFixed(2)} ms (median of 200)`;
}

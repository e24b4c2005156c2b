import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { projectRoot } from '../bootstrap/project-root.mjs';
import { faultsOfJest, faultsOfTap } from './faults.mjs';

const inModules = (...parts) => path.join(projectRoot, 'node_modules', ...parts);
let current;

// A step is ended before this process ends: nothing goes on running in the background.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    current?.kill('SIGTERM');
    process.exitCode = 130;
    setTimeout(() => process.exit(130), 5_000).unref();
    current?.once('exit', () => process.exit(130));
  });
}

/** An npm script is one check: passed or failed. */
export async function runCheck({ script }) {
  const code = await run('npm', ['run', '--silent', script], { shell: process.platform === 'win32' });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Counts single tests. A file that cannot even be loaded counts as one failed test; finding no test at all is a failure. */
export async function runJest({ jest, workers }, resultFile) {
  const parallel = workers === 1 ? ['--runInBand'] : [`--maxWorkers=${workers}`];
  const flags = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning', inModules('jest', 'bin', 'jest.js')];
  const code = await run(process.execPath, [...flags, ...parallel, '--json', `--outputFile=${resultFile}`, ...jest]);
  if (!existsSync(resultFile)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(resultFile, 'utf8'));
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return {
    passed: result.numPassedTests,
    failed: code === 0 ? failed : Math.max(failed, 1),
    faults: faultsOfJest(result),
  };
}

/** Counts single tests too. A file of Node's own runner is a program: it stops what it started when it is asked to end. */
export async function runNodeTest({ nodeTest }, resultFile) {
  const reporters = ['spec', 'stdout', 'tap', resultFile].map((value, index) =>
    index % 2 === 0 ? `--test-reporter=${value}` : `--test-reporter-destination=${value}`,
  );
  const code = await run(process.execPath, [...reporters, nodeTest]);
  if (!existsSync(resultFile)) return { passed: 0, failed: 1 };
  const result = readFileSync(resultFile, 'utf8');
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(result)?.[1] ?? 0);
  const failed = count('fail') + count('cancelled') + count('skipped') + count('todo');
  return {
    passed: count('pass'),
    failed: code === 0 && count('pass') > 0 ? failed : Math.max(failed, 1),
    faults: faultsOfTap(result),
  };
}

function run(command, args, options = {}) {
  const env = { ...process.env, NODE_ENV: undefined };
  // Scripts run on the pinned Node, and find the project's own tools, also when this was not started by npm.
  env.PATH = [inModules('.bin'), path.dirname(process.execPath), env.PATH].join(path.delimiter);
  return new Promise((resolve) => {
    current = spawn(command, args, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    current.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    current.once('exit', (code) => resolve(code ?? 1));
  });
}

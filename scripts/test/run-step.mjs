import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { projectRoot } from '../bootstrap/project-root.mjs';
import { KEPT_LOGS } from '../kept-output.mjs';
import { faultsOfJest, faultsOfTap } from './faults.mjs';
import { stopStarted } from './started-processes.mjs';

const inModules = (...parts) => path.join(projectRoot, 'node_modules', ...parts);
let isInterrupted = false;

// What was started is ended before this process ends: nothing goes on running in the background.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (isInterrupted) return;
    isInterrupted = true;
    void stopStarted(process.env[KEPT_LOGS]).finally(() => process.exit(130));
  });
}

/** An npm script is one check: passed or failed. What one of a group says is kept together, as others run beside it. */
export async function runCheck({ script, inGroup }) {
  const said = [];
  const options = { shell: process.platform === 'win32', ...(inGroup ? { stdio: ['ignore', 'pipe', 'pipe'] } : {}) };
  const code = await run('npm', ['run', '--silent', script], options, said);
  process.stdout.write(said.join(''));
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

/** `said` takes what comes out of a process that does not inherit our streams. */
function run(command, args, options = {}, said = []) {
  const env = { ...process.env, NODE_ENV: undefined };
  // Scripts run on the pinned Node, and find the project's own tools, also when this was not started by npm.
  env.PATH = [inModules('.bin'), path.dirname(process.execPath), env.PATH].join(path.delimiter);
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => said.push(text));
    const end = (code) => {
      // The next step must not begin now.
      if (!isInterrupted) resolve(code);
    };
    child.once('error', (error) => {
      console.error(error.message);
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

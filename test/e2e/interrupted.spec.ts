import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { descendantsOf, isRunning } from '../../scripts/test/started-processes.mjs';
import { until } from '../support/until.js';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const JEST_IS_UP_MS = 120_000;
/** That, and the end of everything. */
const TEST_MS = 240_000;

/** The runner with a step that starts a PostgreSQL, a jest and its workers. */
function startRunner(): ChildProcess & { readonly pid: number } {
  const { TEST_DATABASE_URL: _ours, ROTA_KEPT_LOGS: _kept, ...env } = process.env;
  const args = [path.join(ROOT, 'scripts', 'test.mjs'), '--only', 'unit'];
  const runner = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore', detached: true });
  return runner as ChildProcess & { readonly pid: number };
}

describe('npm test that is interrupted', () => {
  it.each([
    ['by Ctrl-C, which everybody in the foreground gets', 'SIGINT', true],
    ['by SIGTERM', 'SIGTERM', false],
  ] as const)(
    '%s leaves nothing running, its PostgreSQL least of all',
    async (_how, signal, isForAll) => {
      const runner = startRunner();
      try {
        const started = await until(
          () => {
            const all = descendantsOf(runner.pid);
            return all.filter(({ command }) => command.includes('jest-worker')).length >= 2 ? all : undefined;
          },
          'the workers of jest run',
          JEST_IS_UP_MS,
        );
        process.kill(isForAll ? -runner.pid : runner.pid, signal);
        await until(() => runner.exitCode !== null, 'the runner ends', 60_000);
        expect(runner.exitCode).toBe(130);
        expect(started.filter(({ pid }) => isRunning(pid))).toEqual([]);
      } finally {
        if (runner.exitCode === null) runner.kill('SIGTERM');
      }
    },
    TEST_MS,
  );
});

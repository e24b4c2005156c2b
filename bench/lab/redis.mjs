// A Redis server of the system's package, for BullMQ: found on the PATH, or left out.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/free-ports.mjs';
import { atExit } from './at-exit.mjs';
import { familyCpuSeconds } from './processes.mjs';

/** The version of redis-server, or undefined where there is none. */
export function redisVersion() {
  const { stdout, status } = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  return status === 0 ? /v=(\S+)/.exec(stdout)?.[1] : undefined;
}

/** @param {'everysec' | 'always'} appendFsync how often the append-only file is flushed: once a second, or before each answer */
export async function startRedis(appendFsync) {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'rota-bench-redis-'));
  const flags = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const child = spawn(
    'redis-server',
    [...flags.map(String), '--appendfsync', appendFsync, '--maxmemory-policy', 'noeviction'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const forget = atExit(() => child.kill('SIGKILL'));
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    child.stdout.on('data', (chunk) => String(chunk).includes('Ready to accept connections') && resolve());
  });
  return {
    port,
    cpuSeconds: () => familyCpuSeconds(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      forget();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

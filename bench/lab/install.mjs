// Are the peers there, as the lock file says?
import { spawnSync } from 'node:child_process';
import { installReason } from '../../scripts/bootstrap/install.mjs';
import { benchRoot } from './paths.mjs';

export function ensurePeersInstalled() {
  const reason = installReason(benchRoot);
  if (!reason) return;
  console.error(`bench: installing the peers (${reason}) …`);
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', flags, {
    cwd: benchRoot,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('"npm ci" failed in bench/: is the npm registry reachable?');
}

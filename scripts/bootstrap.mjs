// Runs a script of this project on its pinned Node, after installing what is missing: `node scripts/bootstrap.mjs <script> [args]`.
// Uses no dependency, and nothing that is newer than Node 20. The npm scripts say `exec`, so that no shell stands between npm
// and this process and keeps signals to itself.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { ensureInstalled, pinnedNode } from './bootstrap/install.mjs';
import { projectRoot } from './bootstrap/project-root.mjs';

/** npm repeats a Ctrl-C that the terminal has already sent to everybody: what comes within this time is one signal. */
const ONE_SIGNAL_MS = 1_000;

const [target, ...args] = process.argv.slice(2);
if (!target) {
  console.error('usage: node scripts/bootstrap.mjs <script> [arguments]');
  process.exit(2);
}

try {
  await ensureInstalled();
} catch (error) {
  console.error(`rota: ${error.message}`);
  process.exit(1);
}
run();

function run() {
  const child = spawn(pinnedNode(), [target, ...args], { cwd: projectRoot, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) forward(signal, child);
  child.once('error', (error) => {
    console.error(`rota: ${pinnedNode()} could not be started (${error.message}): delete node_modules and try again`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

/** The child decides what a signal means and when it has ended: this process only passes it on and waits. */
function forward(signal, child) {
  let lastAtMs = Number.NEGATIVE_INFINITY;
  process.on(signal, () => {
    const nowMs = performance.now();
    if (nowMs - lastAtMs >= ONE_SIGNAL_MS) child.kill(signal);
    lastAtMs = nowMs;
  });
}

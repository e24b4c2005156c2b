import './platform/lifecycle/modest-heap.js';
import { ConfigError, readEnvironment } from './platform/config/index.js';
import { type RunningRole, startRole } from './roles/start-role.js';

/** Past the grace and this, in milliseconds, a shutdown that hangs is ended. */
const SHUTDOWN_SLACK_MS = 2_000;
let role: RunningRole | undefined;
let signals = 0;

// Before anything else: a signal in the first instant ends the process as politely as any other.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));

try {
  role = await startRole(readEnvironment());
  const { log } = role;
  // A handler's stray rejection must not take the process, and with it everybody's leases, away.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'));
  if (signals > 0) shutDown(role, 'early signal');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** The first signal drains, the second gives back at once what still runs, the third gives up. */
function stop(signal: string): void {
  signals += 1;
  if (!role) return;
  if (signals === 1) shutDown(role, signal);
  else if (signals === 2) role.hurry();
  else exit(role, 1);
}

function shutDown(running: RunningRole, signal: string): void {
  running.log.info({ signal }, 'draining');
  setTimeout(() => exit(running, 1), running.shutdownGraceMs + SHUTDOWN_SLACK_MS).unref();
  void running.stop().then(() => {
    running.log.info({}, 'stopped');
    exit(running, Number(process.exitCode ?? 0));
  });
}

function exit(running: RunningRole, code: number): void {
  void running.log.flush().then(() => process.exit(code));
}

import './platform/lifecycle/modest-heap.js';
import { ConfigError, readEnvironment } from './platform/config/index.js';
import { startRole } from './roles/start-role.js';

/** Past the grace and this, in milliseconds, a shutdown that hangs is ended. */
const SHUTDOWN_SLACK_MS = 2_000;

try {
  const role = await startRole(readEnvironment());
  const { log } = role;
  // A handler's stray rejection must not take the process, and with it everybody's leases, away.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'));
  const exit = (code: number): void => void log.flush().then(() => process.exit(code));
  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) {
      log.warn({ signal }, 'second signal, stopping at once');
      exit(1);
      return;
    }
    isStopping = true;
    log.info({ signal }, 'draining');
    setTimeout(() => exit(1), role.shutdownGraceMs + SHUTDOWN_SLACK_MS).unref();
    void role.stop().then(() => {
      log.info({}, 'stopped');
      exit(Number(process.exitCode ?? 0));
    });
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

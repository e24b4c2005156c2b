// `npm start`: everything that Rota needs, on this machine, until Ctrl-C.
import process from 'node:process';
import { launch } from './launch.mjs';
import { readOptions, USAGE } from './options.mjs';
import { AlreadyRunningError } from './run-lock.mjs';
import { RunningThings } from './running-things.mjs';
import { say } from './terminal.mjs';

/** A terminal, npm and the bootstrap each pass on the same Ctrl-C: what comes within this time is one. */
const ONE_SIGNAL_MS = 1_000;

const running = new RunningThings();
const interruption = new AbortController();
let launched = Promise.resolve();
let firstSignalAtMs;

process.on('exit', () => running.kill());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal());
process.on('uncaughtException', (error) => void fail(error));

try {
  const options = readOptions();
  if (options.isHelpWanted) {
    process.stdout.write(`${USAGE}\n`);
  } else {
    launched = launch(options, running, interruption.signal);
    await launched;
  }
} catch (error) {
  if (!interruption.signal.aborted) await fail(error);
}

function onSignal() {
  const nowMs = performance.now();
  if (firstSignalAtMs === undefined) {
    firstSignalAtMs = nowMs;
    void stopInOrder();
  } else if (nowMs - firstSignalAtMs >= ONE_SIGNAL_MS) {
    say('killing what still runs', 'red');
    process.exit(130);
  }
}

async function stopInOrder() {
  say('stopping: draining the roles first (Ctrl-C again kills them) …');
  interruption.abort(new Error('interrupted'));
  await launched.catch(() => undefined);
  await running.stop(reportFault);
  say('everything has stopped');
  process.exit(0);
}

async function fail(error) {
  say(error instanceof AlreadyRunningError ? error.message : `start failed: ${error.message}`, 'red');
  if (process.env.LOG_LEVEL === 'debug') say(error.stack);
  await running.stop(reportFault);
  process.exit(1);
}

function reportFault(error) {
  say(`could not be stopped in order: ${error.message}`, 'red');
}

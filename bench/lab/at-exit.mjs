// Whatever ends the benchmark, an error or a signal: no server and no worker goes on running without it.
import process from 'node:process';

const pending = new Set();

process.on('exit', () => {
  for (const undo of pending) undo();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

/** `undo` must be synchronous. Answers the function that takes it back, for when the thing has ended in order. */
export function atExit(undo) {
  pending.add(undo);
  return () => pending.delete(undo);
}

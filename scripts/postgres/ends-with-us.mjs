import { spawn } from 'node:child_process';
import process from 'node:process';

/** What a guard is called among the processes. */
export const GUARD_NAME = 'rota-guard';
// Waits for the end of a pipe that nobody but we holds open, then for that of the server. Signals to the whole group are not for it.
const GUARD = `
trap '' INT TERM HUP
read -r word
[ "$word" = over ] && exit
kill -QUIT "$1"
while kill -0 "$1"; do sleep 0.1; done
rm -rf "$2"`;

/**
 * A server of tests ends with the process that started it, also when that is killed and can stop nothing: jest, for one, runs no
 * teardown then. What `folder` holds goes with it.
 * @param {import('node:child_process').ChildProcess} server
 * @param {string} folder
 */
export function endsWithUs(server, folder) {
  if (process.platform === 'win32' || server.pid === undefined) return;
  const guard = spawn('/bin/sh', ['-c', GUARD, GUARD_NAME, String(server.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.once('error', () => undefined); // without a guard it is as it would be without this file
  guard.stdin.once('error', () => undefined);
  guard.unref();
  guard.stdin.unref?.();
  // Its id may soon be that of another process.
  server.once('exit', () => guard.stdin.end('over\n'));
}

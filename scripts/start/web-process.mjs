import path from 'node:path';
import process from 'node:process';
import { projectRoot } from '../bootstrap/project-root.mjs';
import { KeptProcess } from './kept-process.mjs';

/** Open event streams end with it: nothing here needs to be drained. */
const STOP_WITHIN_MS = 5_000;

/** The admin app. It is told where the interface answers, and none of the secrets that the roles have. */
export function webProcess({ ports, lock }) {
  return new KeptProcess({
    name: 'web',
    args: [path.join(projectRoot, 'web', 'start.mjs')],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TZ: process.env.TZ,
      WEB_PORT: String(ports.web),
      WEB_HOST: '127.0.0.1',
      ROTA_API_URL: `http://127.0.0.1:${ports.api}`,
    },
    readyUrl: `http://127.0.0.1:${ports.web}/api/health`,
    lock,
    stopWithinMs: STOP_WITHIN_MS,
    // Next calls the loopback address a network's: nothing of this is reached from outside.
    hides: /^\s*- Network:/,
  });
}

import path from 'node:path';
import { projectRoot } from '../bootstrap/project-root.mjs';
import { KeptProcess } from './kept-process.mjs';

/** One role as a process of its own. */
export function roleProcess({ role, env, operationsPort, lock, stopWithinMs }) {
  return new KeptProcess({
    name: role,
    args: ['--enable-source-maps', path.join(projectRoot, 'dist', 'src', 'main.js')],
    env: { ...env, ROLE: role, OPERATIONS_PORT: String(operationsPort), OPERATIONS_HOST: '127.0.0.1' },
    readyUrl: `http://127.0.0.1:${operationsPort}/readyz`,
    lock,
    stopWithinMs,
  });
}

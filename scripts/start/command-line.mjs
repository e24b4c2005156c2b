// Runs Rota's own command line (dist/src/cli) and takes what it says.
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { projectRoot } from '../bootstrap/project-root.mjs';

/** Resolves with standard output. @throws Error with what the command said when it fails */
export function runRota(args, env, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(projectRoot, 'dist', 'src', 'cli', 'main.js'), ...args], {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    let output = '';
    let faults = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (faults += chunk));
    child.once('error', reject);
    child.once('close', (code, endSignal) => {
      if (code === 0) return resolve(output.trim());
      reject(
        new Error(
          `"rota ${args.join(' ')}" failed (${endSignal ?? `code ${code}`}): ${faults.trim() || output.trim()}`,
        ),
      );
    });
  });
}

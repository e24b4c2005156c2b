// `npm run build:web`: builds the admin app. Needs no network.
import { cpSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { projectRoot } from './bootstrap/project-root.mjs';
import { ensureClientBuild } from './build-client.mjs';
import { hashOf } from './inputs-hash.mjs';
import { orSay, runTool, stampedBuild } from './stamped-build.mjs';

const INPUTS = [
  'app',
  'features',
  'server',
  'shell',
  'instrumentation.ts',
  'next.config.ts',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
];
const web = path.join(projectRoot, 'web');

const build = stampedBuild({
  name: 'build-web',
  stampFile: path.join(web, '.next', '.inputs'),
  hash: () => hashOf([...INPUTS.map((input) => path.join('web', input)), path.join('client', 'src')]),
  make: buildPages,
});

/** Does web/.next hold what the sources say? */
export const isWebBuildCurrent = build.isCurrent;

/** Builds unless web/.next holds what the sources say. @throws Error with the output of Next */
export const ensureWebBuild = build.ensure;

async function buildPages(signal) {
  await ensureClientBuild(signal);
  const next = path.join(web, 'node_modules', 'next', 'dist', 'bin', 'next');
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  await runTool([next, 'build'], { cwd: web, env, signal, failure: 'the admin app could not be built' });
  // A standalone build leaves the static files for a CDN; here the same process serves them, and several may start at once.
  cpSync(path.join(web, '.next', 'static'), path.join(web, '.next', 'standalone', 'web', '.next', 'static'), {
    recursive: true,
  });
}

if (import.meta.main) await orSay(build.always);

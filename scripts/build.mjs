// `npm run build`: compiles into dist/.
import path from 'node:path';
import { projectRoot } from './bootstrap/project-root.mjs';
import { hashOf } from './inputs-hash.mjs';
import { orSay, runTool, stampedBuild } from './stamped-build.mjs';

const INPUTS = ['src', 'migrations', 'nest-cli.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

const build = stampedBuild({
  name: 'build',
  stampFile: path.join(projectRoot, 'dist', '.inputs'),
  hash: () => hashOf(INPUTS),
  make: (signal) => {
    const nest = path.join(projectRoot, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
    return runTool([nest, 'build'], { cwd: projectRoot, signal, failure: 'the build failed' });
  },
});

/** Does dist/ hold what the sources say? */
export const isBuildCurrent = build.isCurrent;

/** Builds unless dist/ holds what the sources say. @throws Error with the compiler's output */
export const ensureBuild = build.ensure;

if (import.meta.main) await orSay(build.always);

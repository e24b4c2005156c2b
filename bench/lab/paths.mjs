import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../scripts/bootstrap/project-root.mjs';

export const benchRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const inProject = (...parts) => path.join(projectRoot, ...parts);
export const inBench = (...parts) => path.join(benchRoot, ...parts);
/** A compiled file of Rota: the benchmark runs what would be shipped. */
export const inBuild = (...parts) => path.join(projectRoot, 'dist', 'src', ...parts);

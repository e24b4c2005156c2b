import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, whatever the working directory. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

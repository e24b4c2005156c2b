import { existsSync } from 'node:fs';
import type { Environment } from './config-loader.js';

/** The process environment, after the `.env` file beside the working directory; variables that are set win over the file. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return { ...process.env };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Environment, ProcessConfig } from '../platform/config/index.js';
import { Health } from '../platform/health/index.js';
import { buildOpenApi, createHttpApp, PROBLEM_CATALOGUE } from '../platform/http/index.js';
import { Shutdown } from '../platform/lifecycle/index.js';
import { Log } from '../platform/logging/index.js';
import { Metrics } from '../platform/metrics/index.js';
import { apiRole } from '../roles/api.role.js';
import type { Command } from './command.js';
import { problemsPage } from './problems-page.js';

/** Satisfies the rules of the configuration. Nothing is started, so nothing is connected to or signed with these. */
const ENVIRONMENT: Environment = {
  ROLE: 'api',
  DATABASE_URL: 'postgres://nobody@localhost/none',
  JWT_SECRET: 'signs nothing, but has 32 characters and more',
  JWT_REFRESH_SECRET: 'derives nothing, but has 32 characters and more',
  SECRETS_KEY: 'encrypts nothing, but has 32 characters and more',
};

/**
 * Writes `openapi.json` from the routes of the api role, without a database, and the page of its problems. Run it from a
 * build: the schemas of the request and response classes are completed when they are compiled.
 */
export const exportOpenApi: Command = async ({ options, print }) => {
  const directory = String(options['directory']);
  const log = new Log({ level: 'silent' });
  const services = { log, metrics: new Metrics(), health: new Health(), shutdown: new Shutdown() };
  const root = await apiRole.root(ENVIRONMENT, services);
  const app = await createHttpApp(root, { logger: false, openApi: false, unprefixedPaths: ['livez', 'readyz'] });
  try {
    const document = buildOpenApi(app, { version: ProcessConfig.version });
    const documents = {
      'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
      'docs/problems.md': problemsPage(PROBLEM_CATALOGUE),
    };
    mkdirSync(path.join(directory, 'docs'), { recursive: true });
    for (const [name, content] of Object.entries(documents)) {
      writeFileSync(path.join(directory, name), content);
      print(`wrote ${name}`);
    }
    return 0;
  } finally {
    await app.close();
  }
};

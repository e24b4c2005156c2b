// What `npm start` can be told: a flag, else a variable, else the default.
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { projectRoot } from '../bootstrap/project-root.mjs';

/** Every port that is opened, all on the loopback interface. */
export const PORTS = {
  api: { flag: 'api-port', variable: 'API_PORT', default: 3000, what: 'REST interface' },
  web: { flag: 'web-port', variable: 'WEB_PORT', default: 5173, what: 'admin app' },
  postgres: { flag: 'pg-port', variable: 'ROTA_PG_PORT', default: 55_432, what: 'PostgreSQL' },
  operations: {
    flag: 'operations-port',
    variable: 'ROTA_OPERATIONS_PORT',
    default: 9464,
    what: 'health and metrics',
    count: 3,
  },
  receiver: { flag: 'receiver-port', variable: 'ROTA_RECEIVER_PORT', default: 8026, what: 'webhook receiver' },
  mail: { flag: 'mail-port', variable: 'ROTA_MAIL_PORT', default: 8025, what: 'list of caught mails' },
  smtp: { flag: 'smtp-port', variable: 'ROTA_SMTP_PORT', default: 1025, what: 'mail catcher' },
};

export const USAGE = `npm start [-- flags]

  --no-demo               no demo data on the first start
${Object.values(PORTS)
  .map(
    ({ flag, variable, default: port, what }) =>
      `  --${`${flag} PORT`.padEnd(22)}${what}; ${variable}; default ${port}`,
  )
  .join('\n')}

  HANDLER_MODULES         handlers of your own: files or packages, separated by commas
  DATABASE_URL            a PostgreSQL of your own instead of the embedded one
  ROTA_HOME               folder for data, secrets and state; default .rota
  LOG_LEVEL               least severe level that is shown; default info`;

/** @throws Error naming the flag or variable that cannot be used */
export function readOptions(argv = process.argv.slice(2)) {
  if (existsSync(path.join(projectRoot, '.env'))) process.loadEnvFile(path.join(projectRoot, '.env'));
  const flags = Object.fromEntries(Object.values(PORTS).map(({ flag }) => [flag, { type: 'string' }]));
  const { values } = parseArgs({
    args: argv,
    options: { ...flags, 'no-demo': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const ports = Object.fromEntries(
    Object.entries(PORTS).map(([name, port]) => [name, readPort(port, values[port.flag])]),
  );
  return {
    isHelpWanted: values.help === true,
    isDemoWanted: values['no-demo'] !== true,
    home: path.resolve(projectRoot, process.env.ROTA_HOME || '.rota'),
    databaseUrl: process.env.DATABASE_URL?.trim() || undefined,
    ports,
  };
}

function readPort({ flag, variable, default: fallback }, flagText) {
  const text = flagText ?? process.env[variable]?.trim();
  if (!text) return fallback;
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new Error(`${flagText === undefined ? variable : `--${flag}`} must be a port from 1 to 65535`);
}

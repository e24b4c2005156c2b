// The environment of the processes that `npm start` runs: what the user set, and what only this place can know.
import process from 'node:process';
import { say } from './terminal.mjs';

/** Long jobs are given back rather than waited for: at a terminal nobody waits half a minute. */
const LOCAL_GRACE_MS = 10_000;

export function childEnvironment({ ports, databases, secrets }) {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const allowed = [own.HTTP_HANDLER_ALLOWLIST, `localhost:${ports.receiver}`, `127.0.0.1:${ports.receiver}`];
  return {
    JWT_SECRET: secrets.jwtSecret,
    JWT_REFRESH_SECRET: secrets.jwtRefreshSecret,
    SECRETS_KEY: secrets.secretsKey,
    SHUTDOWN_GRACE_MS: String(LOCAL_GRACE_MS),
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    TRUSTED_PROXY_HOPS: '1', // the admin app tells whose request it passes on
    WEB_URL: `http://localhost:${ports.web}`, // for links in mails
    SMTP_FROM: 'Rota <rota@localhost.localdomain>',
    ...withoutEmpty(own),
    NODE_ENV: 'development',
    DATABASE_URL: databases.url,
    MIGRATION_DATABASE_URL: undefined,
    API_PORT: String(ports.api),
    HTTP_HANDLER_ALLOWLIST: allowed.filter(Boolean).join(','),
  };
}

/** For commands that change the schema or empty tables: only those connect as the owner. */
export function ownerEnvironment(environment, databases) {
  return { ...environment, MIGRATION_DATABASE_URL: databases.ownerUrl };
}

/** A database of the user's own, if there is one. */
export function givenDatabases({ databaseUrl }) {
  if (!databaseUrl) return undefined;
  return { url: databaseUrl, ownerUrl: process.env.MIGRATION_DATABASE_URL?.trim() || databaseUrl };
}

export function graceMs(environment) {
  const wanted = Number(environment.SHUTDOWN_GRACE_MS);
  return Number.isFinite(wanted) && wanted >= 0 ? wanted : LOCAL_GRACE_MS;
}

/** An installation that is reached from outside is configured by hand; what is started here reaches loopback targets. */
export function explainNodeEnv() {
  if (process.env.NODE_ENV !== 'production') return;
  say('NODE_ENV=production is for deployments: npm start runs its processes as development', 'yellow');
}

/** A variable that is set to nothing counts as not set, as in Rota's own configuration. */
function withoutEmpty(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''));
}

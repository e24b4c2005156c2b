import { runRota } from './command-line.mjs';

/**
 * Seeds the demo data once per database and keeps what opens it. A user who has deleted the demo does not get it back:
 * the record in the secrets file decides.
 */
export async function ensureDemo({ secrets, environment, databaseName, receiverUrl, signal }) {
  const known = secrets.values.demo?.[databaseName];
  if (known) return { access: known, isNew: false };
  const access = await seedDemo({ secrets, environment, receiverUrl, signal });
  rememberDemo(secrets, databaseName, access);
  return { access, isNew: true };
}

/**
 * What the record of a demo is kept under: it must not be taken for one in another database. `local`, what the installation that runs
 * tells about itself, has the word where it is the same database: its URL may be given, too, for the embedded one.
 */
export function databaseNameOf({ databaseUrl }, local) {
  if (!databaseUrl) return local?.databaseName ?? 'embedded';
  const isSame = [local?.databaseUrl, local?.ownerDatabaseUrl].some(
    (url) => url && placeOf(url) === placeOf(databaseUrl),
  );
  if (isSame) return local.databaseName;
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

function placeOf(databaseUrl) {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${['localhost', '[::1]'].includes(hostname) ? '127.0.0.1' : hostname}:${port || 5432}${pathname}`;
}

/** @returns {Promise<{ email: string, password: string | null, projectId: string, apiKey: string }>} */
export async function seedDemo({ secrets, environment, receiverUrl, signal, flags = [] }) {
  const env = {
    ...environment,
    DEMO_PASSWORD: secrets.values.demoPassword,
    DEMO_SIGNING_SECRET: secrets.values.signingSecret,
    DEMO_RECEIVER_URL: receiverUrl,
  };
  const output = await runRota(['seed', 'demo', ...flags, '--json'], env, signal);
  const { email, password, projectId, apiKey } = JSON.parse(output.split('\n').at(-1) ?? '');
  return { email, password, projectId, apiKey };
}

export function rememberDemo(secrets, databaseName, access) {
  secrets.remember({ demo: { ...secrets.values.demo, [databaseName]: access } });
}

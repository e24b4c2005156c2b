// The steps of `npm start`, in order. Everything that runs is added to `running` before it starts, so that a start which
// fails half-way leaves nothing behind.
import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { ensureBuild, isBuildCurrent } from '../build.mjs';
import { ensureWebBuild, isWebBuildCurrent } from '../build-web.mjs';
import { runRota } from './command-line.mjs';
import { databaseNameOf, ensureDemo } from './demo.mjs';
import { childEnvironment, explainNodeEnv, givenDatabases, graceMs, ownerEnvironment } from './environment.mjs';
import { removeLocalFiles, writeLocalFile, writeLocalSettings } from './local-file.mjs';
import { startMailCatcher } from './mail-catcher.mjs';
import { assertPortsFree } from './ports.mjs';
import { LocalPostgres } from './postgres.mjs';
import { roleProcess } from './role-process.mjs';
import { RunLock } from './run-lock.mjs';
import { Secrets } from './secrets.mjs';
import { say, step } from './terminal.mjs';
import { webProcess } from './web-process.mjs';
import { startWebhookReceiver } from './webhook-receiver.mjs';
import { welcome } from './welcome.mjs';

/** A machine that is busy with other things takes long to start four processes at once. */
const READY_WITHIN_MS = 120_000;
/** Beyond the drain: closing connections, flushing logs. */
const STOP_SLACK_MS = 10_000;

export async function launch(options, running, signal) {
  const { home, ports } = options;
  // As root the database runs as another user, who must be able to pass; nobody may list the folder.
  mkdirSync(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const lock = new RunLock(home);
  await lock.acquire({ what: `the admin app is at http://localhost:${ports.web}` });
  running.add({ stop: () => lock.release() });
  removeLocalFiles(home);
  running.add({ stop: () => removeLocalFiles(home) });
  explainNodeEnv();
  await assertPortsFree(ports, { isPostgresEmbedded: !options.databaseUrl });

  if (!isBuildCurrent()) await step('building', () => ensureBuild(signal));
  if (process.env.HANDLER_MODULES?.trim()) await step('loading your handlers', () => loadHandlers(signal));
  if (!isWebBuildCurrent()) await step('building the admin app', () => ensureWebBuild(signal));
  const secrets = new Secrets(home);
  const databases = givenDatabases(options) ?? (await startPostgres({ home, ports, secrets, lock, running }));
  signal.throwIfAborted();
  const environment = childEnvironment({ ports, databases, secrets: secrets.values });
  await step('migrating', () => runRota(['migrate'], ownerEnvironment(environment, databases), signal));
  const access = options.isDemoWanted ? await seed({ options, secrets, environment, signal }) : undefined;
  await step('starting mail catcher and webhook receiver', () => startServers({ ports, secrets, running }));
  await step('starting api, worker and scheduler', () => startRoles({ ports, environment, lock, running, signal }));
  await step('starting the admin app', () => startWeb({ ports, lock, running, signal }));
  writeLocalSettings({ home, environment });
  const localFile = writeLocalFile({ home, ports, access, databases, databaseName: databaseNameOf(options) });
  say(welcome({ ports, access, localFile }));
}

/** As the roles will do it: a fault in them is told before anything else is started. */
async function loadHandlers(signal) {
  const list = await runRota(['handlers'], process.env, signal);
  return `${list.split('\n').length} in all, the built-in ones included`;
}

async function startPostgres({ home, ports, secrets, lock, running }) {
  const postgres = running.add(new LocalPostgres({ home, port: ports.postgres, secrets, lock }));
  await step('starting PostgreSQL', () => postgres.start());
  return postgres.databases;
}

async function seed({ options, secrets, environment, signal }) {
  const databaseName = databaseNameOf(options);
  const receiverUrl = `http://localhost:${options.ports.receiver}`;
  let demo;
  await step('preparing demo data', async () => {
    demo = await ensureDemo({ secrets, environment, databaseName, receiverUrl, signal });
    return demo.isNew ? 'seeded' : 'there already';
  });
  return demo.access;
}

async function startServers({ ports, secrets, running }) {
  running.add(await startMailCatcher({ smtpPort: ports.smtp, listPort: ports.mail }));
  running.add(await startWebhookReceiver({ port: ports.receiver, secret: secrets.values.signingSecret }));
}

async function startRoles({ ports, environment, lock, running, signal }) {
  const stopWithinMs = graceMs(environment) + STOP_SLACK_MS;
  const roles = ['api', 'worker', 'scheduler'].map((role, index) =>
    roleProcess({ role, env: environment, operationsPort: ports.operations + index, lock, stopWithinMs }),
  );
  running.add(roles);
  for (const role of roles) role.start();
  await Promise.all(roles.map((role) => role.untilReady(READY_WITHIN_MS, signal)));
}

async function startWeb({ ports, lock, running, signal }) {
  const web = running.add(webProcess({ ports, lock }));
  web.start();
  await web.untilReady(READY_WITHIN_MS, signal);
}

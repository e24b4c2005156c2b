// `npm run db:demo` and `npm run db:resume`: on DATABASE_URL, else on the database of `npm start`, running or not.
import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { ensureBuild, isBuildCurrent } from './build.mjs';
import { runRota } from './start/command-line.mjs';
import { databaseNameOf, rememberDemo, seedDemo } from './start/demo.mjs';
import { childEnvironment, givenDatabases, ownerEnvironment } from './start/environment.mjs';
import { readLocalFile, updateLocalFile } from './start/local-file.mjs';
import { readOptions } from './start/options.mjs';
import { LocalPostgres } from './start/postgres.mjs';
import { RunLock } from './start/run-lock.mjs';
import { RunningThings } from './start/running-things.mjs';
import { Secrets } from './start/secrets.mjs';
import { say, step } from './start/terminal.mjs';

const TASKS = { demo, resume };

const running = new RunningThings();
process.on('exit', () => running.kill());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

try {
  const task = TASKS[process.argv[2]];
  if (!task) throw new Error(`one of ${Object.keys(TASKS).join(', ')} is missing`);
  if (!isBuildCurrent()) await step('building', () => ensureBuild());
  const flags = process.argv.slice(3);
  const isYes = flags.includes('--yes');
  await task({ ...readOptions(flags.filter((flag) => flag !== '--yes')), isYes });
} catch (error) {
  say(error.message, 'red');
  process.exitCode = 1;
} finally {
  await running.stop((error) => say(error.message, 'red'));
}

/** Migrate, reset, seed: as on the first start, and nothing is paused. Jobs that no demo made are deleted with `--yes` only. */
async function demo(options) {
  const local = readLocalFile(options.home);
  const databaseName = databaseNameOf(options, local);
  const { secrets, environment } = await prepare(options, local, databaseName);
  await step('migrating', () => runRota(['migrate'], environment));
  let access;
  await step('resetting and seeding', async () => {
    // The ports of an installation that runs are where it is reached, whatever the flags of this call.
    const receiverUrl = local?.receiverUrl ?? `http://localhost:${options.ports.receiver}`;
    access = await seedDemo({
      secrets,
      environment,
      receiverUrl,
      flags: ['--reset', options.isYes ? '--yes' : '--spare-others'],
    });
  });
  rememberDemo(secrets, databaseName, access);
  say(`login ${access.email} / ${access.password}, project ${access.projectId}, API key ${access.apiKey}`);
  if (updateLocalFile(options.home, databaseName, access)) {
    say('the project and the API key are new: read docs/local.sh again in shells that have it, and sign in again');
  } else if (local) say(`the installation that runs is as it was: its database is another (${local.databaseName})`);
}

async function resume(options) {
  const local = readLocalFile(options.home);
  const { environment } = await prepare(options, local, databaseNameOf(options, local));
  say(await runRota(['resume-all'], environment));
}

/** The installation that runs knows who owns its tables; a URL that was given for the same database may not. */
async function prepare(options, local, databaseName) {
  mkdirSync(options.home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const secrets = new Secrets(options.home);
  const used =
    local?.databaseName === databaseName ? { url: local.databaseUrl, ownerUrl: local.ownerDatabaseUrl } : undefined;
  const databases = used ?? givenDatabases(options) ?? (await localDatabases(options, secrets));
  const environment = childEnvironment({ ports: options.ports, databases, secrets: secrets.values });
  return { secrets, environment: ownerEnvironment(environment, databases) };
}

async function localDatabases({ home, ports }, secrets) {
  const lock = new RunLock(home);
  await lock.acquire({ what: 'a database task' });
  running.add({ stop: () => lock.release() });
  const postgres = running.add(new LocalPostgres({ home, port: ports.postgres, secrets, lock }));
  await step('starting PostgreSQL', () => postgres.start());
  return postgres.databases;
}

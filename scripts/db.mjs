// `npm run db:demo` and `npm run db:resume`: on DATABASE_URL, else on the database of `npm start`, running or not.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { build, isBuildCurrent } from './build.mjs';
import { runRota } from './start/command-line.mjs';
import { databaseNameOf, rememberDemo, seedDemo } from './start/demo.mjs';
import { childEnvironment, givenDatabases, ownerEnvironment } from './start/environment.mjs';
import { updateLocalFile } from './start/local-file.mjs';
import { readOptions } from './start/options.mjs';
import { LocalPostgres } from './start/postgres.mjs';
import { readJson } from './start/private-file.mjs';
import { AlreadyRunningError, RunLock } from './start/run-lock.mjs';
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
  if (!isBuildCurrent()) await step('building', () => build());
  await task(readOptions(process.argv.slice(3)));
} catch (error) {
  say(error.message, 'red');
  process.exitCode = 1;
} finally {
  await running.stop((error) => say(error.message, 'red'));
}

/** Migrate, reset, seed: as on the first start, and nothing is paused. */
async function demo(options) {
  const { secrets, environment } = await prepare(options);
  await step('migrating', () => runRota(['migrate'], environment));
  let access;
  await step('resetting and seeding', async () => {
    const receiverUrl = `http://localhost:${options.ports.receiver}`;
    access = await seedDemo({ secrets, environment, receiverUrl, flags: ['--reset', '--yes'] });
  });
  rememberDemo(secrets, databaseNameOf(options), access);
  updateLocalFile(options.home, access);
  say(`login ${access.email} / ${access.password}, project ${access.projectId}, API key ${access.apiKey}`);
}

async function resume(options) {
  const { environment } = await prepare(options);
  say(await runRota(['resume-all'], environment));
}

async function prepare(options) {
  mkdirSync(options.home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const secrets = new Secrets(options.home);
  const databases = givenDatabases(options) ?? (await localDatabases(options, secrets));
  const environment = childEnvironment({ ports: options.ports, databases, secrets: secrets.values });
  return { secrets, environment: ownerEnvironment(environment, databases) };
}

async function localDatabases({ home, ports }, secrets) {
  const lock = new RunLock(home);
  try {
    await lock.acquire({ apiUrl: 'a database task' });
  } catch (error) {
    const local = readJson(path.join(home, 'local.json'));
    if (error instanceof AlreadyRunningError && local)
      return { url: local.databaseUrl, ownerUrl: local.ownerDatabaseUrl };
    throw error;
  }
  running.add({ stop: () => lock.release() });
  const postgres = running.add(new LocalPostgres({ home, port: ports.postgres, secrets, lock }));
  await step('starting PostgreSQL', () => postgres.start());
  return postgres.databases;
}

// `npm run rehearse`: what the images and the compose files would do, without Docker. The steps are read from the Dockerfiles and the
// compose files themselves: the images are built into folders, one with handlers of its own on top of ours, every service is started from its folder as an unprivileged user with
// the environment that Compose would give it, its health check runs, a job runs through them, and each is drained by SIGTERM.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pinnedNode } from '../bootstrap/install.mjs';
import { projectRoot } from '../bootstrap/project-root.mjs';
import { freshEnvironmentFile } from '../environment-file.mjs';
import { freePort } from '../free-ports.mjs';
import { interpolate, readComposeFiles, readEnvFile } from './compose.mjs';
import { query, startDatabase } from './database.mjs';
import { buildImage, developmentPackagesIn, openForReading } from './image.mjs';
import { writeOwnHandlers } from './own-handlers.mjs';
import { Service } from './service.mjs';
import { runJobs } from './visitor.mjs';

const HEALTHY_WITHIN_MS = 90_000;
/** Of it a quarter is kept for giving back, two seconds at most: less would be little on a busy machine. */
const GRACE_MS = 8_000;
const STOP_WITHIN_MS = GRACE_MS + 7_000;
const DOCKERFILES = { rota: 'docker/Dockerfile', 'rota-web': 'docker/web.Dockerfile' };
const logBuild = (line) => console.log(`       ${line}`);
const COMPOSE_FILES = ['docker-compose.yml', 'docker-compose.handlers.yml'];

const folder = mkdtempSync(path.join(tmpdir(), 'rota-rehearsal-'));
chmodSync(folder, 0o755); // whoever the services run as must pass
const startedAtMs = performance.now();
const services = [];
let database;
let hasFailed = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.on('exit', () => {
  for (const service of services) service.kill();
  database?.child.kill('SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

try {
  await rehearse();
} catch (error) {
  hasFailed = true;
  console.error(`FAILED ${error.message}`);
}
await database?.stop('immediate');
database = undefined;
console.log(
  `${hasFailed ? 'the rehearsal failed' : 'the rehearsal went well'} after ${Math.round((performance.now() - startedAtMs) / 1_000)} s`,
);
process.exit(hasFailed ? 1 : 0);

async function rehearse() {
  const nodeFolder = path.join(folder, 'bin');
  mkdirSync(nodeFolder);
  cpSync(pinnedNode(), path.join(nodeFolder, 'node'));
  const env = buildEnvironment(nodeFolder);
  const images = await step('build both images', () => buildImages(env));
  images['rota-handlers'] = await step('build one with handlers on top', () => buildOwnImage(images, env));
  await step('look at what is in them', () => inspect(images));
  const envFile = path.join(folder, '.env');
  writeFileSync(envFile, freshEnvironmentFile(), { mode: 0o600 });
  const variables = { ...readEnvFile(envFile), SHUTDOWN_GRACE_MS: String(GRACE_MS) };
  database = await step('start PostgreSQL', () => startDatabase({ folder, variables }));
  const named = await compose(images, variables, nodeFolder);
  const { migrate, api, worker, scheduler, web } = named;
  await step('migrate', () => migrate.run(migrate.command));
  const owner = await step('create the owner', () =>
    JSON.parse(migrate.run([...commandLine(migrate.image), 'create', 'owner', '--email', 'owner@rota.test', '--json'])),
  );
  for (const service of [api, worker, scheduler, web]) {
    services.push(service);
    service.start();
  }
  for (const service of services)
    await step(`${service.name} is healthy`, () => service.untilHealthy(HEALTHY_WITHIN_MS));
  const ports = { api: Number(api.env.API_PORT), web: Number(web.env.WEB_PORT) };
  const { sleeperId } = await step('a job through all of them', () => runJobs({ ports, owner }));
  for (const service of [web, worker, scheduler, api])
    await step(`${service.name} drains`, () => service.stop(STOP_WITHIN_MS));
  await step('what did not end was given back', () => assertGivenBack(sleeperId));
}

/** What a builder has: npm's way to the packages, and the Node of the image. */
function buildEnvironment(nodeFolder) {
  const home = path.join(folder, 'home');
  mkdirSync(home);
  const npm = Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(npm_config_|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)/i.test(name),
    ),
  );
  // The project's own settings, not those of the run that started this one.
  for (const name of Object.keys(npm))
    if (/^npm_config_(prefix|local_prefix|ignore_scripts|omit|include|userconfig|globalconfig)$/i.test(name))
      delete npm[name];
  const cache = process.env.npm_config_cache ?? path.join(process.env.HOME ?? home, '.npm');
  const path_ = [
    nodeFolder,
    process.env.PATH.split(path.delimiter).filter((entry) => !entry.includes('node_modules')),
  ].flat();
  return {
    ...npm,
    PATH: path_.join(path.delimiter),
    HOME: process.env.HOME ?? home,
    npm_config_cache: cache,
    CI: 'true',
  };
}

async function buildImages(env) {
  const built = {};
  await Promise.all(
    Object.entries(DOCKERFILES).map(async ([name, file]) => {
      built[name] = await buildImage({ file, folder: path.join(folder, name), env, log: logBuild });
    }),
  );
  return built;
}

/** As docs/guides/handlers.md has it: a folder of somebody's own, which the build of Rota never sees. */
function buildOwnImage({ rota }, env) {
  const context = path.join(folder, 'my-handlers');
  writeOwnHandlers(context);
  // Whoever brings packages has this file. It hides Rota's own: `rota/handlers` must be found all the same.
  writeFileSync(path.join(context, 'package.json'), '{ "private": true, "type": "module" }\n');
  const target = path.join(folder, 'rota-handlers');
  return buildImage({ file: 'Dockerfile', context, folder: target, env, log: logBuild, bases: { rota } });
}

/** Only what production needs, nothing that an unprivileged user could change. */
function inspect(images) {
  const development = developmentPackagesIn(path.join(images.rota.root, 'app'));
  if (development.length > 0) throw new Error(`development packages in the image: ${development.join(', ')}`);
  for (const [name, image] of Object.entries(images)) {
    if (image.user !== 'node') throw new Error(`${name} runs as ${image.user}`);
    if (image.command?.[0] !== 'node') throw new Error(`${name} runs ${image.command?.[0]}, not node`);
    openForReading(image.root);
  }
}

async function compose(images, variables, nodeFolder) {
  const files = COMPOSE_FILES.map((file) => path.join(projectRoot, file));
  const { services: described } = interpolate(readComposeFiles(files), variables);
  const ports = { api: await freePort(), web: await freePort() };
  const adapt = (text) =>
    text
      .replaceAll('@postgres:5432/', `@127.0.0.1:${database.port}/`)
      .replaceAll('//api:3000', `//127.0.0.1:${ports.api}`);
  const own = async (name) => ({
    OPERATIONS_PORT: await freePort(),
    HOME: '/nonexistent',
    ...(name === 'api' ? { API_PORT: ports.api, API_HOST: '127.0.0.1' } : {}),
    ...(name === 'web' ? { WEB_PORT: ports.web, WEB_HOST: '127.0.0.1' } : {}),
  });
  const made = {};
  for (const name of ['migrate', 'api', 'worker', 'scheduler', 'web']) {
    const { image, command, environment } = described[name];
    const merged = { ...environment, ...(await own(name)) };
    made[name] = new Service({ name, image: images[image], command, environment: merged, adapt, nodeFolder });
  }
  return made;
}

/** `rota` as the image has it. */
function commandLine(image) {
  return ['node', path.join(image.root, image.cwd, 'dist', 'src', 'cli', 'main.js')];
}

async function assertGivenBack(jobId) {
  const [row] = await query(database.url('rota'), 'SELECT status, attempt FROM live_jobs WHERE job_id = $1', [jobId]);
  if (row?.status !== 'queued' || row.attempt !== 0)
    throw new Error(`the job that ran is ${JSON.stringify(row)}, not queued with its attempt refunded`);
}

async function step(title, work) {
  const beganAtMs = performance.now();
  const result = await work();
  console.log(`ok     ${title.padEnd(36)}${((performance.now() - beganAtMs) / 1_000).toFixed(1).padStart(6)} s`);
  return result;
}

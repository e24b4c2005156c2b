// What `npm start` tells others while it runs: `local.json` for scripts, `local.env` for further processes.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { projectRoot } from '../bootstrap/project-root.mjs';
import { readJson, writePrivateFile, writePrivateJson } from './private-file.mjs';
import { isLocked } from './run-lock.mjs';

const fileOf = (home) => path.join(home, 'local.json');
const settingsOf = (home) => path.join(home, 'local.env');

/** A further process chooses these for itself; no command needs the secrets of tokens. */
const NOT_SHARED = /^(ROLE|API_PORT|OPERATIONS_PORT|OPERATIONS_HOST|JWT_.*|MIGRATION_DATABASE_URL|DEMO_.*)$/;

/** What scripts need to talk to the running installation. There while it is ready, and readable by its owner only. */
export function writeLocalFile({ home, ports, access, databases, databaseName }) {
  writePrivateJson(fileOf(home), {
    apiUrl: `http://localhost:${ports.api}`,
    webUrl: `http://localhost:${ports.web}`,
    email: access?.email ?? null,
    password: access?.password ?? null,
    projectId: access?.projectId ?? null,
    apiKey: access?.apiKey ?? null,
    receiverUrl: `http://localhost:${ports.receiver}`,
    mailUrl: `http://localhost:${ports.mail}`,
    operationsUrls: {
      api: `http://127.0.0.1:${ports.operations}`,
      worker: `http://127.0.0.1:${ports.operations + 1}`,
      scheduler: `http://127.0.0.1:${ports.operations + 2}`,
    },
    databaseUrl: databases.url,
    ownerDatabaseUrl: databases.ownerUrl,
    databaseName,
    pid: process.pid,
  });
  return fileOf(home);
}

/** Rota's own variables as the roles have them, in a file for `node --env-file`: a second worker, or a command that loads the same handlers. */
export function writeLocalSettings({ home, environment }) {
  const example = readFileSync(path.join(projectRoot, '.env.example'), 'utf8');
  const names = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  const shared = names.filter((name) => !NOT_SHARED.test(name) && environment[name]);
  writePrivateFile(settingsOf(home), shared.map((name) => `${name}=${quoted(environment[name])}\n`).join(''));
}

/** What the installation that runs tells about itself; undefined where none does, whatever a killed one has left behind. */
export function readLocalFile(home) {
  return isLocked(home) ? readJson(fileOf(home)) : undefined;
}

export function removeLocalFiles(home) {
  for (const file of [fileOf(home), settingsOf(home)]) rmSync(file, { force: true });
}

/** After a new seed of the database that the installation runs on. @returns whether there was one to tell */
export function updateLocalFile(home, databaseName, { email, password, projectId, apiKey }) {
  const current = readLocalFile(home);
  if (current?.databaseName !== databaseName) return false;
  writePrivateJson(fileOf(home), { ...current, email, password, projectId, apiKey });
  return true;
}

/** Such files know no escape: the first quote that the value does not hold. */
function quoted(value) {
  const quote = ["'", '`', '"'].find((candidate) => !value.includes(candidate)) ?? '';
  return `${quote}${value}${quote}`;
}

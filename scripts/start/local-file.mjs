import { rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { readJson, writePrivateJson } from './private-file.mjs';

const fileOf = (home) => path.join(home, 'local.json');

/** What scripts need to talk to the running installation. There while it is ready, and readable by its owner only. */
export function writeLocalFile({ home, ports, access, databases }) {
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
    pid: process.pid,
  });
  return fileOf(home);
}

export function removeLocalFile(home) {
  rmSync(fileOf(home), { force: true });
}

/** After a new seed, when the installation is running. */
export function updateLocalFile(home, { email, password, projectId, apiKey }) {
  const current = readJson(fileOf(home));
  if (current) writePrivateJson(fileOf(home), { ...current, email, password, projectId, apiKey });
}

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Client } from 'pg';
import { keptFile } from '../../scripts/kept-output.mjs';
import { freePort } from '../../scripts/free-ports.mjs';
import { startEmbeddedPostgres, testedVersion } from '../../scripts/postgres/embedded.mjs';

/** A real PostgreSQL: TEST_DATABASE_URL if set, else Testcontainers where Docker answers, else the embedded one. */
export default async function globalSetup() {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : ((await startContainer()) ?? (await startEmbedded()));
  const url = given ?? server.url;
  const template = `rota_template_${process.pid}_${randomBytes(3).toString('hex')}`;
  process.env.ROTA_TEST_SERVER_URL = url;
  process.env.ROTA_TEST_TEMPLATE = template;
  globalThis.rotaTestServer = {
    stop: () => (server ? server.stop() : administer(url, `DROP DATABASE IF EXISTS ${template}`)),
  };
}

async function startContainer() {
  const { getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return undefined; // no Docker engine answers here
  }
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer(`postgres:${testedVersion()}`)
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off', '-c', 'log_error_verbosity=terse'])
    .withLogConsumer((stream) => stream.on('data', keptFile('postgres') ?? (() => undefined)))
    .start();
  return { url: container.getConnectionUri(), stop: () => container.stop() };
}

async function startEmbedded() {
  const folder = mkdtempSync(path.join(tmpdir(), 'rota-test-'));
  chmodSync(folder, 0o711); // the server may run as another user, who must pass
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'data'),
    port: await freePort(),
    password: randomBytes(12).toString('hex'),
    version: testedVersion(),
    throwaway: folder,
    // Tests throw the data away: durability is proven by the tests that restart a server of their own.
    settings: { fsync: 'off', max_connections: 300, shared_buffers: '128MB' },
  });
  return {
    url: server.url('postgres'),
    stop: async () => {
      await server.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function administer(url, sql) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

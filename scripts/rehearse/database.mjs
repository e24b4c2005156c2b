// Stands in for the service `postgres`: an embedded server with the roles that docker/postgres/10-roles.sh makes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { projectRoot } from '../bootstrap/project-root.mjs';
import { freePort } from '../free-ports.mjs';
import { startEmbeddedPostgres } from '../postgres/embedded.mjs';

export async function startDatabase({ folder, variables }) {
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    port: await freePort(),
    password: variables.POSTGRES_PASSWORD,
    settings: { fsync: 'off', max_connections: 100 },
    throwaway: path.join(folder, 'postgres'),
  });
  await administer(server.url('postgres'), async (client) => {
    await client.query(
      `CREATE ROLE rota SUPERUSER LOGIN PASSWORD ${client.escapeLiteral(variables.POSTGRES_PASSWORD)}`,
    );
    await client.query('CREATE DATABASE rota OWNER rota');
    const script = readFileSync(path.join(projectRoot, 'docker', 'postgres', '10-roles.sh'), 'utf8');
    const sql = script.slice(script.indexOf("<<'SQL'\n") + 8, script.lastIndexOf('\nSQL'));
    await client.query(sql.replaceAll(":'password'", client.escapeLiteral(variables.SERVICE_PASSWORD)));
  });
  return server;
}

export async function query(url, text, values = []) {
  let rows = [];
  await administer(url, async (client) => ({ rows } = await client.query(text, values)));
  return rows;
}

async function administer(url, work) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await work(client).finally(() => client.end());
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { freePort } from './free-ports.mjs';
import { startEmbeddedPostgres } from './postgres/embedded.mjs';
import { runRota } from './start/command-line.mjs';

/** Lends a database that the migrations of this build have just made, by the environment that names it. */
export async function withMigratedDatabase(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rota-migrated-'));
  chmodSync(folder, 0o711); // the server may run as another user, who must pass
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'data'),
    port: await freePort(),
    password: 'lasts-a-moment',
    settings: { fsync: 'off' },
    throwaway: folder,
  });
  try {
    const env = { ...process.env, DATABASE_URL: server.url('postgres') };
    for (const name of ['DATABASE_DIRECT_URL', 'MIGRATION_DATABASE_URL']) delete env[name];
    await runRota(['migrate'], env);
    return await work(env);
  } finally {
    await server.stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  }
}

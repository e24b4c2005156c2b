import { PostgreSqlContainer } from '@testcontainers/postgresql';
import { Client } from 'pg';
import { migrations } from '../../migrations/index.js';
import { Migrator } from '../../src/platform/database/index.js';
import { pgTypes } from '../../src/platform/database/pg-types.js';
import { BUILD_MS, ensureBuild } from '../support/build.js';
import { FaultRoom } from '../support/fault-room.js';
import { expectRestored, jobsForBackup } from '../support/restored-jobs.js';

async function roomOn(url: string): Promise<FaultRoom> {
  const client = new Client({ connectionString: url, types: pgTypes });
  await client.connect();
  const sql = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query<Row & object>(text, [...values])).rows;
  return FaultRoom.on({ url, sql, close: () => client.end() });
}

/** The commands of docs/operations/backup-restore.md, with the tools of the image; needs Docker, so it is no part of `npm test`. */
it.each(['16', '17', '18'])(
  'a dump of PostgreSQL %s, restored beside the old database: all roles run on it',
  async (version) => {
    await ensureBuild();
    const container = await new PostgreSqlContainer(`postgres:${version}`)
      .withDatabase('rota')
      .withUsername('rota')
      .start();
    const run = async (...command: string[]): Promise<void> => {
      const { exitCode, output } = await container.exec(command);
      if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${output}`);
    };
    const rooms: FaultRoom[] = [];
    try {
      await new Migrator(container.getConnectionUri(), migrations).up();
      const before = await roomOn(container.getConnectionUri());
      rooms.push(before);
      const jobs = await jobsForBackup(before);
      await run('pg_dump', '--username=rota', '--format=custom', '--file=/tmp/rota.dump', 'rota');
      await before.fleet.dispose();
      await run('createdb', '--username=rota', 'restored');
      await run('pg_restore', '--username=rota', '--dbname=restored', '--exit-on-error', '/tmp/rota.dump');
      const restored = await roomOn(container.getConnectionUri().replace(/[^/]*$/, 'restored'));
      rooms.push(restored);
      await expectRestored(restored, jobs);
    } finally {
      for (const room of rooms) await room.close();
      await container.stop();
    }
  },
  BUILD_MS + 120_000,
);

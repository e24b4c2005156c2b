import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { testedVersion } from '../../scripts/postgres/embedded.mjs';
import { pgTypes } from '../../src/platform/database/pg-types.js';
import { BUILD_MS, ensureBuild } from '../support/build.js';
import { clientToolsFor } from '../support/client-tools.js';
import { DurableServer } from '../support/durable-server.js';
import { FaultRoom } from '../support/fault-room.js';
import { expectRestored, jobsForBackup } from '../support/restored-jobs.js';

const roomOn = (server: DurableServer): FaultRoom =>
  FaultRoom.on({ url: server.url, sql: (text, values) => server.sql(text, values), close: () => server.close() });

/** The whole server, stopped, copied and started elsewhere: what `cp -a` of an installation is, and point-in-time recovery. */
async function byCopy(server: DurableServer): Promise<FaultRoom> {
  await server.down('fast');
  return roomOn(await server.fromCopy());
}

/** `pg_dump` while everything runs, into a new database of the same server. */
async function byDump(server: DurableServer, tools: string): Promise<FaultRoom> {
  const url = server.url.replace(/[^/]*$/, 'restored');
  const folder = mkdtempSync(path.join(tmpdir(), 'rota-dump-'));
  const file = path.join(folder, 'rota.dump');
  const run = (name: string, ...args: string[]): Buffer => execFileSync(path.join(tools, name), args);
  try {
    run('pg_dump', '--format=custom', `--file=${file}`, server.url);
    await server.sql('CREATE DATABASE restored');
    run('pg_restore', '--exit-on-error', `--dbname=${url}`, file);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const client = new Client({ connectionString: url, types: pgTypes });
  await client.connect();
  const sql = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query<Row & object>(text, [...values])).rows;
  return FaultRoom.on({ url, sql, close: () => client.end() });
}

const tools = clientToolsFor(Number(testedVersion()));
/** A machine without a `pg_dump` of that version proves the other way; the runner's step proves this one in containers. */
const WAYS = [
  ['a copy of a stopped server', byCopy],
  ...(tools === undefined ? [] : [['a dump', (server: DurableServer) => byDump(server, tools)] as const]),
] as const;

it.each(WAYS)(
  'restored from %s: history and waiting jobs are there, what ran runs again uncharged, new jobs run',
  async (_name, restore) => {
    await ensureBuild();
    const server = await DurableServer.start();
    const before = roomOn(server);
    let restored: FaultRoom | undefined;
    try {
      const jobs = await jobsForBackup(before);
      restored = await restore(server);
      await before.fleet.dispose();
      await expectRestored(restored, jobs);
    } finally {
      await restored?.close();
      await before.close();
    }
  },
  BUILD_MS,
);

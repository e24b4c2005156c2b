import { Client } from 'pg';
import { build, isBuildCurrent } from '../../scripts/build.mjs';

export const BUILD_MS = 300_000;

let built: Promise<void> | undefined;

/** dist/ holds what the sources say, or every test of the file fails by the same one build. */
export function ensureBuild(): Promise<void> {
  built ??= buildOnce();
  return built;
}

/** Test files that run side by side build once: the lock of the test server makes them wait. */
async function buildOnce(): Promise<void> {
  if (isBuildCurrent()) return;
  const client = new Client({ connectionString: process.env['ROTA_TEST_SERVER_URL'] });
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('rota build'))`);
    if (!isBuildCurrent()) await build();
  } finally {
    await client.end();
  }
}

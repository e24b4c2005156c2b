import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

/** A folder with a `pg_dump` that is not older than the server: on the PATH, or where Debian puts every version. */
export function clientToolsFor(serverMajor: number): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  return [...onPath, ...globSync('/usr/lib/postgresql/*/bin')].find((folder) => {
    const file = path.join(folder, 'pg_dump');
    if (!existsSync(file) || !existsSync(path.join(folder, 'pg_restore'))) return false;
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
    return Number(/(\d+)[.\d]*\s/.exec(`${stdout} `)?.[1]) >= serverMajor;
  });
}

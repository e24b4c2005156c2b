import { readFileSync } from 'node:fs';
import { migrations, schemaFile } from '../../migrations/index.js';
import { countOf } from '../kernel/count-of.js';
import { type CheckResult, examine, type SchemaCatalog } from '../modules/diagnosis/index.js';
import { DatabaseConfig, loadConfig } from '../platform/config/index.js';
import { AppDatabase, Listener } from '../platform/database/index.js';
import { type Command, EXIT } from './command.js';
import { table } from './output.js';

/** Control loops, the listener, the schema gate and the heartbeat thread have connections of their own. */
const FURTHER_CONNECTIONS = 7;
const SIGNS = { ok: 'ok', warn: 'WARN', fail: 'FAIL', skip: 'skipped' } as const;

/** Everything that can be seen from outside the processes; nothing is changed. */
export const doctor: Command = async ({ env, options, output }) => {
  const results = await findings(loadConfig(DatabaseConfig, env));
  const count = (status: CheckResult['status']): number => results.filter((result) => result.status === status).length;
  const isWell = count('fail') === 0 && (options['strict'] !== true || count('warn') === 0);
  const summary = `${count('ok')} ok, ${countOf(count('warn'), 'warning')}, ${countOf(count('fail'), 'failure')}`;
  output.say({ isWell, checks: results }, `${describe(results)}\n\n${summary}`);
  return isWell ? EXIT.done : EXIT.notDone;
};

async function findings(config: DatabaseConfig): Promise<CheckResult[]> {
  const { url, ownerUrl, listenUrl, statementTimeoutMs, connectTimeoutMs } = config;
  const options = { name: 'rota-doctor', max: 2, statementTimeoutMs, connectTimeoutMs };
  const application = new AppDatabase({ ...options, url });
  const owner = new AppDatabase({ ...options, url: ownerUrl });
  const listener = new Listener(listenUrl);
  const connectionsOfProcess = config.poolSize + config.hotPoolSize + FURTHER_CONNECTIONS;
  try {
    return await examine({
      application,
      owner,
      listener,
      migrations,
      expectedSchema: expected(),
      connectionsOfProcess,
    });
  } finally {
    await Promise.all([application.close(), owner.close(), listener.close()]);
  }
}

function expected(): SchemaCatalog | undefined {
  try {
    return JSON.parse(readFileSync(schemaFile, 'utf8')) as SchemaCatalog;
  } catch {
    return undefined;
  }
}

function describe(results: readonly CheckResult[]): string {
  const lines = table(results.map(({ status, name, detail }) => [SIGNS[status], name, detail])).split('\n');
  return results
    .flatMap(({ advice }, index) => [lines[index] ?? '', ...(advice === undefined ? [] : [`         → ${advice}`])])
    .join('\n');
}

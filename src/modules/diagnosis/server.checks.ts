import { measureHostClock } from '../../platform/clock/index.js';
import type { Session } from '../../platform/database/index.js';
import { type CheckResult, duration, fail, ok, warn } from './check.js';

const OLDEST_VERSION = 160_000;
const SKEW_WARN_SECONDS = 5;
/** Lists allow ids to be this much off the time of the database. */
const SKEW_FAIL_SECONDS = 300;
const BUSY_SHARE = 0.8;

const SETTINGS = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
    pg_is_in_recovery() AS "isStandby", current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
    current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
    current_setting('synchronous_commit') AS "synchronousCommit", current_setting('autovacuum') AS autovacuum,
    current_setting('track_counts') AS "trackCounts", current_setting('default_transaction_isolation') AS isolation,
    current_setting('log_error_verbosity') AS "logErrorVerbosity", current_setting('log_statement') AS "logStatement",
    current_setting('max_connections')::int AS "maxConnections",
    (SELECT count(*)::int FROM pg_stat_activity a WHERE a.backend_type = 'client backend') AS connections`;

interface Settings {
  readonly version: string;
  readonly versionNumber: number;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly autovacuum: string;
  readonly trackCounts: string;
  readonly isolation: string;
  readonly logErrorVerbosity: string;
  readonly logStatement: string;
  readonly maxConnections: number;
  readonly connections: number;
}

/** `connectionsOfProcess`: what one process of ours opens at most. */
export async function checkServer(session: Session, connectionsOfProcess: number): Promise<CheckResult[]> {
  await session.query('SELECT 1'); // the connection stands: what follows measures an answer only
  const startedAtMs = performance.now();
  const [settings] = await session.query<Settings>(SETTINGS);
  const latencyMs = performance.now() - startedAtMs;
  if (!settings) return [];
  return [
    connection(settings, latencyMs),
    ...durability(settings),
    ...behaviour(settings),
    logs(settings),
    connections(settings, connectionsOfProcess),
  ];
}

function connection({ version, versionNumber, isStandby, isReadOnly }: Settings, latencyMs: number): CheckResult {
  const detail = `PostgreSQL ${version}, an answer takes ${latencyMs.toFixed(1)} ms`;
  if (versionNumber < OLDEST_VERSION)
    return fail('connection', detail, 'upgrade the server: 16 is the oldest that works');
  if (isStandby || isReadOnly)
    return fail('connection', `${detail}; it is read-only`, 'connect to the primary: DATABASE_URL names a standby');
  return ok('connection', detail);
}

function durability({ fsync, fullPageWrites, synchronousCommit }: Settings): CheckResult[] {
  if (fsync === 'off' || fullPageWrites === 'off')
    return [
      fail(
        'settings: durability',
        `fsync is ${fsync}, full_page_writes ${fullPageWrites}`,
        'switch both on: a crash loses the database',
      ),
    ];
  if (synchronousCommit === 'off')
    return [
      warn(
        'settings: durability',
        'synchronous_commit is off',
        'a crash may lose jobs that were acknowledged: leave it on',
      ),
    ];
  return [ok('settings: durability', `fsync on, synchronous_commit ${synchronousCommit}`)];
}

function behaviour({ autovacuum, trackCounts, isolation }: Settings): CheckResult[] {
  const results: CheckResult[] = [];
  if (autovacuum === 'off' || trackCounts === 'off')
    results.push(
      fail(
        'settings: autovacuum',
        `autovacuum is ${autovacuum}, track_counts ${trackCounts}`,
        'switch both on: a queue that is not vacuumed slows down for ever',
      ),
    );
  if (isolation !== 'read committed')
    results.push(
      fail(
        'settings: isolation',
        `default_transaction_isolation is ${isolation}`,
        'set it to read committed for the roles of Rota',
      ),
    );
  return results.length > 0 ? results : [ok('settings: behaviour', 'autovacuum on, read committed')];
}

/** A row that a constraint refuses stands in the details of the error, and parameters in those of a logged statement. */
function logs({ logErrorVerbosity, logStatement }: Settings): CheckResult {
  const detail = `log_error_verbosity ${logErrorVerbosity}, log_statement ${logStatement}`;
  if (logErrorVerbosity === 'terse') return ok('settings: logs', detail);
  return warn(
    'settings: logs',
    detail,
    "set log_error_verbosity to terse: the server's log would hold values of payloads and addresses of people",
  );
}

function connections({ connections: used, maxConnections }: Settings, ofProcess: number): CheckResult {
  const detail = `${used} of ${maxConnections} in use; each process opens up to ${ofProcess}`;
  if (used < BUSY_SHARE * maxConnections) return ok('settings: connections', detail);
  return warn(
    'settings: connections',
    detail,
    'raise max_connections, lower DATABASE_POOL_SIZE, or put a pooler in front',
  );
}

/** How far this host's clock is from the database's, the way there and back taken out. */
export async function checkClock(session: Session): Promise<CheckResult> {
  const skewSeconds = -(await measureHostClock(session)).aheadMs / 1_000;
  const size = Math.abs(skewSeconds);
  const detail = `this host is ${duration(size)} ${skewSeconds > 0 ? 'behind' : 'ahead of'} the database`;
  const advice =
    'let both hosts follow the same time (NTP): until then processes here correct their clock by what the database says';
  if (size >= SKEW_FAIL_SECONDS) return fail('clock', detail, advice);
  return size >= SKEW_WARN_SECONDS ? warn('clock', detail, advice) : ok('clock', detail);
}

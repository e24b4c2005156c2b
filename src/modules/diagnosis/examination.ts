import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Listener, schemaStanding, type Session } from '../../platform/database/index.js';
import { type CheckResult, fail, ok, skip, warn } from './check.js';
import { checkRoles } from './role.checks.js';
import { differencesOf, readSchemaCatalog, type SchemaCatalog } from './schema-catalog.read-model.js';
import { checkClock, checkServer } from './server.checks.js';
import { checkVacuum } from './vacuum.checks.js';
import { checkWork } from './work.checks.js';

export interface Patient {
  /** As the processes connect. */
  readonly application: Session;
  /** As migrations connect. */
  readonly owner: Session;
  /** On the connection without a pooler. */
  readonly listener: Listener;
  readonly migrations: readonly { readonly name: string }[];
  /** What the migrations of this build make; undefined where it was not built along. */
  readonly expectedSchema: SchemaCatalog | undefined;
  readonly connectionsOfProcess: number;
}

const HINT_WITHIN_MS = 3_000;
const CHANNEL = 'rota_doctor';
const MAX_DIFFERENCES = 10;

/** Looks at an installation from the server up to the work that it does. A check that cannot be made does not stop the others. */
export async function examine(patient: Patient): Promise<CheckResult[]> {
  const { application, owner } = patient;
  const results = await checkServer(application, patient.connectionsOfProcess);
  const schema = await checkSchema(patient);
  results.push(await guarded('clock', () => checkClock(application)), schema);
  results.push(await guarded('listener', () => checkListener(patient)));
  if (schema.status === 'fail') return [...results, skip('all other checks', 'they need the schema')];
  results.push(await guarded('schema drift', () => checkDrift(patient)));
  results.push(...(await guardedAll('database roles', () => checkRoles(application, owner))));
  results.push(...(await guardedAll('autovacuum', () => checkVacuum(application))));
  results.push(...(await guardedAll('work', () => checkWork(application))));
  return results;
}

async function checkSchema({ application, migrations }: Patient): Promise<CheckResult> {
  const { state, applied, pending, unknown } = await schemaStanding(application, migrations);
  if (state === 'current') return ok('schema', `current, ${applied.length} migrations`);
  const advice = {
    pending: 'run `rota migrate`',
    ahead: 'deploy the build that made it, or revert its migrations with that build',
    foreign: 'deploy the build that made it: this one does not stem from it',
  };
  return fail('schema', `${state}: ${[...pending, ...unknown].join(', ')}`, advice[state]);
}

async function checkDrift({ application, expectedSchema }: Patient): Promise<CheckResult> {
  if (!expectedSchema) return skip('schema drift', 'this build does not carry what its migrations make');
  const differences = differencesOf(expectedSchema, await readSchemaCatalog(application));
  if (differences.length === 0) return ok('schema drift', 'the schema is what the migrations make');
  const shown = differences.slice(0, MAX_DIFFERENCES).join('; ');
  const more = differences.length > MAX_DIFFERENCES ? `; and ${differences.length - MAX_DIFFERENCES} more` : '';
  return warn(
    'schema drift',
    `${shown}${more}`,
    'somebody changed the schema by hand: put it back, or make it a migration',
  );
}

/** Says something and waits to hear it, as the hints between processes travel. */
async function checkListener({ application, listener }: Patient): Promise<CheckResult> {
  const startedAtMs = performance.now();
  const word = randomUUID();
  const heard = new Set<string>();
  const unsubscribe = listener.subscribe(CHANNEL, (payload) => heard.add(payload));
  try {
    while (!heard.has(word) && performance.now() - startedAtMs < HINT_WITHIN_MS) {
      if (listener.isConnected) await application.query('SELECT pg_notify($1, $2)', [CHANNEL, word]);
      await delay(50);
    }
  } finally {
    unsubscribe();
  }
  if (heard.has(word)) return ok('listener', 'a hint arrives');
  return warn(
    'listener',
    'no hint arrives: everything works by polling, a little later',
    'a transaction pooler passes no LISTEN on: name a direct connection in DATABASE_DIRECT_URL',
  );
}

async function guarded(name: string, check: () => Promise<CheckResult>): Promise<CheckResult> {
  return (await guardedAll(name, async () => [await check()]))[0] as CheckResult;
}

async function guardedAll(name: string, check: () => Promise<CheckResult[]>): Promise<CheckResult[]> {
  try {
    return await check();
  } catch (error) {
    return [skip(name, `could not be looked at: ${error instanceof Error ? error.message : String(error)}`)];
  }
}

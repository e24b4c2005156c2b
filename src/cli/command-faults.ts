import { RotaError } from '../kernel/errors.js';
import { ConfigError } from '../platform/config/index.js';
import { isConnectionError, sqlStateOf } from '../platform/database/index.js';
import { CommandFailure, EXIT, UsageError } from './command.js';

export interface CommandFault {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
}

/** What PostgreSQL says so often to operators that it deserves an answer. */
const ADVICE: Readonly<Record<string, string>> = {
  '42P01': 'the schema is not there or not complete: run `rota migrate`',
  '42703': 'the schema is not the one that this build knows: run `rota migrate status`',
  '42501': 'this database role may not do that: commands that change the schema connect with MIGRATION_DATABASE_URL',
};

const OWN_HANDLERS =
  'handlers of your own are known to this command by HANDLER_MODULES, as to the api and the workers: set it to the same';

/** Turns whatever a command threw into words and an exit code; never a stack trace. */
export function faultOf(error: unknown): CommandFault {
  if (error instanceof UsageError) return fault(EXIT.usage, 'USAGE', error.message);
  if (error instanceof CommandFailure) return fault(EXIT.notDone, 'NOT_DONE', error.message);
  if (error instanceof ConfigError) return fault(EXIT.notDone, 'CONFIGURATION', error.message);
  if (error instanceof RotaError) return fault(EXIT.notDone, error.code, rotaMessage(error));
  const first = error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  const state = sqlStateOf(first);
  if (isUnreachable(first)) return fault(EXIT.unreachable, 'UNREACHABLE', `the database cannot be reached: ${message}`);
  const advice = state === undefined ? undefined : ADVICE[state];
  return fault(EXIT.notDone, state ?? 'FAILED', advice === undefined ? message : `${advice} (${message})`);
}

function fault(exitCode: number, code: string, message: string): CommandFault {
  return { exitCode, code, message };
}

function rotaMessage({ message, faults }: RotaError): string {
  const lines = faults.map(({ pointer, detail }) => `  ${pointer || '/'}: ${detail}`);
  if (faults.some(({ code }) => code === 'HANDLER_UNKNOWN')) lines.push(`  ${OWN_HANDLERS}`);
  return [message, ...lines].join('\n');
}

/** No server, no such database, not let in: none of it is the fault of the call. */
function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  const isNetwork = typeof code === 'string' && /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE)/.test(code);
  return (
    isNetwork || isConnectionError(error) || ['28P01', '28000', '3D000', '53300'].includes(sqlStateOf(error) ?? '')
  );
}

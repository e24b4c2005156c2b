import type { Environment } from '../platform/config/index.js';
import type { Output } from './output.js';

/** 0 done · 1 not done, or not as it should be · 2 wrongly called · 3 the database cannot be reached. */
export const EXIT = { done: 0, notDone: 1, usage: 2, unreachable: 3 } as const;

/** What the command line stands in: results go to `print`, everything else to `complain`. */
export interface CommandContext {
  readonly env: Environment;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Asks a person; undefined where nobody can answer. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** All of standard input. */
  readonly readInput?: (() => Promise<string | Buffer>) | undefined;
  /** Aborted by Ctrl-C: what follows something ends then. */
  readonly signal?: AbortSignal | undefined;
}

export type OptionValues = Readonly<Record<string, unknown>>;

/** One call of a command, its arguments and options parsed. */
export interface CommandCall extends CommandContext {
  readonly args: readonly string[];
  readonly options: OptionValues;
  readonly output: Output;
}

/** Resolves with one of {@link EXIT}. */
export type Command = (call: CommandCall) => Promise<number>;

/** Called with words, options or values that it cannot use. */
export class UsageError extends Error {}

/** Refused or impossible, in words for the person who asked. */
export class CommandFailure extends Error {}

/** @throws UsageError when nobody can be asked, CommandFailure when the answer is no */
export async function confirmed({ options, confirm }: CommandCall, question: string): Promise<void> {
  if (options['yes'] === true) return;
  if (!confirm) throw new UsageError(`${question} Nobody can be asked here: say --yes`);
  if (!(await confirm(question))) throw new CommandFailure('nothing was changed');
}

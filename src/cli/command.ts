import type { Environment } from '../platform/config/index.js';

/** What a command is given. It prints its result on standard output; everything else goes to standard error. */
export interface CommandContext {
  /** Arguments after the command's own words. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Resolves with the exit code: 0 done, 1 not done, 2 wrongly called. */
export type Command = (context: CommandContext) => Promise<number>;

export interface CommandEntry {
  readonly words: readonly string[];
  readonly summary: string;
  /** Loaded only when it is called: `migrate` must not need what the api needs. */
  readonly load: () => Promise<Command>;
}

/** Called with words or flags that it does not know. */
export class UsageError extends Error {}

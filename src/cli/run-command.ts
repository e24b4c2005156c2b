import { ConfigError } from '../platform/config/index.js';
import { type CommandContext, type CommandEntry, UsageError } from './command.js';
import { COMMANDS } from './commands.js';

/** Finds the command of `words` and runs it. Every fault becomes a message and an exit code. */
export async function runCommand(words: readonly string[], context: Omit<CommandContext, 'args'>): Promise<number> {
  const entry = findCommand(words);
  if (!entry) {
    const isHelp = words.length === 0 || words[0] === 'help' || words[0] === '--help';
    const write = isHelp ? context.print : context.complain;
    if (!isHelp) write(`no such command: ${words.join(' ')}\n`);
    write(usage());
    return isHelp ? 0 : 2;
  }
  try {
    const command = await entry.load();
    return await command({ ...context, args: words.slice(entry.words.length) });
  } catch (error) {
    context.complain(messageOf(error));
    return error instanceof UsageError || isParseError(error) ? 2 : 1;
  }
}

function findCommand(words: readonly string[]): CommandEntry | undefined {
  return COMMANDS.filter((entry) => entry.words.every((word, index) => words[index] === word)).toSorted(
    (one, other) => other.words.length - one.words.length,
  )[0];
}

function usage(): string {
  const lines = COMMANDS.map(({ words, summary }) => `  rota ${words.join(' ').padEnd(18)}${summary}`);
  return ['rota COMMAND', '', ...lines].join('\n');
}

/** Several addresses of one host refuse as one error without words of its own: the first one has them. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  if (error instanceof ConfigError || error instanceof UsageError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function isParseError(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
}

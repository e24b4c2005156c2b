import { CommanderError } from 'commander';
import { type CommandContext, EXIT } from './command.js';
import { faultOf } from './command-faults.js';
import { createProgram } from './program.js';

/** Finds the command of `words` and runs it. Every fault becomes a message and an exit code. */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = createProgram(context, (code) => (exitCode = code));
  try {
    await program.parseAsync(words.length === 0 ? ['--help'] : [...words], { from: 'user' });
    return exitCode;
  } catch (error) {
    // The parser has said what it has to say, help and version included.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const fault = faultOf(error);
    const isJson = words.includes('--json');
    const { code, message } = fault;
    context.complain(isJson ? JSON.stringify({ error: { code, message } }) : `rota: ${message}`);
    return fault.exitCode;
  }
}

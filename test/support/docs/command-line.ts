import type { Command as Node } from 'commander';
import type { CommandContext } from '../../../src/cli/command.js';
import { createProgram } from '../../../src/cli/program.js';

const program = createProgram({} as CommandContext, () => undefined);

/** Whether `rota` has this command with these options. What looks like an argument is taken for one. */
export function isRotaCommand(words: readonly string[]): boolean {
  let node: Node = program;
  let hasArguments = false;
  for (const word of words) {
    if (word.startsWith('-')) {
      if (!hasOption(node, word.split('=', 1)[0] ?? '')) return false;
      continue;
    }
    const next = hasArguments ? undefined : node.commands.find((one) => one.name() === word);
    if (next) node = next;
    else if (node.commands.length > 0 && node === program) return false;
    else hasArguments = true;
  }
  return node !== program || words.some((word) => word.startsWith('-'));
}

/** Every command that people see, with the options that change what a command deletes or changes much does. */
export function riskyWords(): string[] {
  const visible = (node: Node): Node[] =>
    node
      .createHelp()
      .visibleCommands(node)
      .filter((one) => one.name() !== 'help');
  const leaves = visible(program).flatMap((one) => (one.commands.length > 0 ? visible(one) : [one]));
  const nameOf = (node: Node): string =>
    node.parent === program ? node.name() : `${node.parent?.name()} ${node.name()}`;
  const risky = leaves.filter(({ options }) => options.some(({ long }) => long === '--yes'));
  const options = risky.flatMap((leaf) => leaf.options.map(({ long }) => String(long)));
  return [...leaves.map((leaf) => `rota ${nameOf(leaf)}`), ...new Set(options)];
}

function hasOption(node: Node, flag: string): boolean {
  const known = [node, ...node.commands].flatMap((one) => one.options);
  return flag === '--help' || known.some(({ long, short }) => long === flag || short === flag);
}

import { type Command as Node, Option } from 'commander';
import type { Command, CommandContext, OptionValues } from './command.js';
import { Output } from './output.js';

export interface CommandSpecification {
  /** Words and arguments, such as `pause <queue>`. */
  readonly usage: string;
  readonly summary: string;
  /** Loaded only when it is called: `migrate` must not need what the api needs. */
  readonly load: () => Promise<Command>;
  readonly options?: readonly Option[];
  /** What its group does without a further word. */
  readonly isDefault?: boolean;
  /** An older spelling, or one for developers: works, and is not listed. */
  readonly isHidden?: boolean;
}

/** Puts commands into the parser, and what they answer into `done`. */
export class CommandTree {
  constructor(
    private readonly context: CommandContext,
    private readonly done: (exitCode: number) => void,
  ) {}

  add(parent: Node, specifications: readonly CommandSpecification[]): void {
    for (const { usage, summary, load, options = [], isDefault = false, isHidden = false } of specifications) {
      const node = parent
        .command(usage, { isDefault, hidden: isHidden })
        .description(summary)
        .allowExcessArguments(false);
      for (const option of [...options, new Option('--json', 'answer as JSON, one value per line')])
        node.addOption(option);
      node.action(async () => {
        const values: OptionValues = node.opts();
        const output = new Output(values['json'] === true, this.context.print);
        const command = await load();
        this.done(await command({ ...this.context, args: node.args, options: values, output }));
      });
    }
  }
}

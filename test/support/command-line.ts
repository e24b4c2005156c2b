import { runCommand } from '../../src/cli/run-command.js';
import type { CommandContext } from '../../src/cli/command.js';
import type { TestDatabase } from './test-database.js';

/** The command line inside of the test, on its database, with what it said. */
export class CommandLine {
  output: string[] = [];
  complaints: string[] = [];

  constructor(
    private readonly database: Pick<TestDatabase, 'url' | 'ownerUrl'>,
    private readonly context: Partial<CommandContext> = {},
  ) {}

  /** Words with spaces in them are given as an array. */
  rota(words: string | readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
    const list = typeof words === 'string' ? words.split(' ').filter((word) => word !== '') : words;
    return runCommand(list, {
      env: {
        DATABASE_URL: this.database.url,
        MIGRATION_DATABASE_URL: this.database.ownerUrl,
        SECRETS_KEY: 'planted: a key that is used by tests only',
        OWNER_PASSWORD: 'planted horse battery',
        ...env,
      },
      print: (text) => void this.output.push(text),
      complain: (text) => void this.complaints.push(text),
      ...this.context,
    });
  }

  /** The answer of one call with --json, line by line. */
  async json<Row = Record<string, unknown>>(words: string | readonly string[]): Promise<Row[]> {
    const before = this.output.length;
    const list = typeof words === 'string' ? words.split(' ') : words;
    await this.rota([...list, '--json']);
    return this.output.slice(before).map((line) => JSON.parse(line) as Row);
  }
}

/** What a command answers: sentences for people, or one JSON value per line for programs. */
export class Output {
  constructor(
    readonly isJson: boolean,
    private readonly print: (line: string) => void,
  ) {}

  /** `value` under --json, else `text`. */
  say(value: object, text: string): void {
    this.print(this.isJson ? JSON.stringify(value) : text);
  }
}

/** Columns as wide as their longest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, index) => Math.max(known[index] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

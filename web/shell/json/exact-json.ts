/** JSON as it was written: `JSON.parse` would round 90071992547409931234. */
export type ExactJson =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, ExactJson])[] }
  | { readonly kind: 'array'; readonly items: readonly ExactJson[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number' | 'literal'; readonly text: string };

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/** @throws SyntaxError with the position */
export function parseExact(text: string): ExactJson {
  const reader = new Reader(text);
  const value = reader.value();
  reader.end();
  return value;
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  value(): ExactJson {
    this.space();
    const next = this.text[this.at];
    if (next === '{') return this.object();
    if (next === '[') return this.array();
    if (next === '"') return { kind: 'string', value: this.string() };
    const number = this.take(NUMBER);
    if (number !== undefined) return { kind: 'number', text: number };
    const literal = this.take(LITERAL);
    if (literal !== undefined) return { kind: 'literal', text: literal };
    throw this.fault();
  }

  end(): void {
    this.space();
    if (this.at < this.text.length) throw this.fault();
  }

  private object(): ExactJson {
    const entries: [string, ExactJson][] = [];
    this.at += 1;
    this.space();
    if (this.eat('}')) return { kind: 'object', entries };
    do {
      this.space();
      if (this.text[this.at] !== '"') throw this.fault();
      const name = this.string();
      this.space();
      if (!this.eat(':')) throw this.fault();
      entries.push([name, this.value()]);
      this.space();
    } while (this.eat(','));
    if (!this.eat('}')) throw this.fault();
    return { kind: 'object', entries };
  }

  private array(): ExactJson {
    const items: ExactJson[] = [];
    this.at += 1;
    this.space();
    if (this.eat(']')) return { kind: 'array', items };
    do {
      items.push(this.value());
      this.space();
    } while (this.eat(','));
    if (!this.eat(']')) throw this.fault();
    return { kind: 'array', items };
  }

  private string(): string {
    const start = this.at;
    for (this.at += 1; this.text[this.at] !== '"'; this.at += 1) {
      if (this.at >= this.text.length) throw this.fault();
      if (this.text[this.at] === '\\') this.at += 1;
    }
    this.at += 1;
    return JSON.parse(this.text.slice(start, this.at)) as string;
  }

  private space(): void {
    this.take(SPACE);
  }

  private eat(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private fault(): SyntaxError {
    const before = this.text.slice(0, this.at);
    const line = before.split('\n').length;
    return new SyntaxError(`not JSON at line ${line}, column ${this.at - before.lastIndexOf('\n')}`);
  }
}

export function field(json: ExactJson | undefined, name: string): ExactJson | undefined {
  return json?.kind === 'object' ? json.entries.find(([key]) => key === name)?.[1] : undefined;
}

/** As text, numbers as they were; `indent` spaces per level, 0 for one line. */
export function printExact(json: ExactJson, indent = 2, depth = 0): string {
  const isFlat = indent === 0;
  const open = isFlat ? '' : `\n${' '.repeat(indent * (depth + 1))}`;
  const close = isFlat ? '' : `\n${' '.repeat(indent * depth)}`;
  switch (json.kind) {
    case 'object': {
      if (json.entries.length === 0) return '{}';
      const parts = json.entries.map(
        ([key, value]) => `${JSON.stringify(key)}:${isFlat ? '' : ' '}${printExact(value, indent, depth + 1)}`,
      );
      return `{${open}${parts.join(`,${open}`)}${close}}`;
    }
    case 'array': {
      if (json.items.length === 0) return '[]';
      const parts = json.items.map((item) => printExact(item, indent, depth + 1));
      return `[${open}${parts.join(`,${open}`)}${close}]`;
    }
    case 'string':
      return JSON.stringify(json.value);
    case 'number':
    case 'literal':
      return json.text;
  }
}

export type SpanKind = 'producer' | 'consumer' | 'client' | 'internal';
export type SpanAttributes = Readonly<Record<string, string | number>>;
/** W3C trace context, or what stands for its absence. */
export type Traceparent = string | null | undefined;

export interface SpanOptions {
  readonly kind: SpanKind;
  /** Without one, or with one that cannot be read, a new trace begins. */
  readonly parent: Traceparent;
  readonly attributes?: SpanAttributes;
  readonly startedAgoMs?: number;
}

export interface Span {
  /** What a callee is told. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** @param error what it failed with; only the name and the message are kept */
  end(error?: unknown): void;
}

/** Makes spans. This one makes none: tracing is off unless it is configured, and then costs what a look at a boolean costs. */
export class Tracing {
  static readonly off = new Tracing();

  get isOn(): boolean {
    return false;
  }

  span(_name: string, _options: SpanOptions): Span | undefined {
    return undefined;
  }

  /** Runs `work` inside a span; off, it gets the parent itself. */
  around<T>(
    name: string,
    options: SpanOptions,
    work: (traceparent: Traceparent, span: Span | undefined) => Promise<T>,
  ): Promise<T> {
    const span = this.span(name, options);
    return span ? endedBy(span, work(span.traceparent, span)) : work(options.parent, undefined);
  }

  /** Sends what has not been sent. */
  async close(): Promise<void> {}
}

async function endedBy<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    const result = await work;
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

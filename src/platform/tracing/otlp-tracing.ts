import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as ApiSpan,
  SpanKind as ApiSpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { describeError } from '../../kernel/clean-text.js';
import {
  type Span,
  type SpanAttributes,
  type SpanKind,
  type SpanOptions,
  type Traceparent,
  Tracing,
} from './tracing.js';

export interface OtlpTracingOptions {
  /** Base URL of the collector; the path of the signal is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Share of the traces that begin here and are kept; a caller's own decision is followed. */
  readonly sampledShare: number;
  readonly resource: SpanAttributes;
  readonly onFault: (message: string) => void;
}

const EXPORT_TIMEOUT_MS = 5_000;
/** A collector that does not answer must not keep a process from ending. */
const CLOSE_TIMEOUT_MS = 1_500;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

const KINDS: Record<SpanKind, ApiSpanKind> = {
  producer: ApiSpanKind.PRODUCER,
  consumer: ApiSpanKind.CONSUMER,
  client: ApiSpanKind.CLIENT,
  internal: ApiSpanKind.INTERNAL,
};

/** Spans by OTLP over HTTP. The only file that knows the SDK; it is imported when tracing is configured, and by nobody else. */
export class OtlpTracing extends Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor(options: OtlpTracingOptions) {
    super();
    diag.setLogger(faultLogger(options.onFault), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
    const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url, headers: { ...options.headers }, timeoutMillis: EXPORT_TIMEOUT_MS });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ ...options.resource }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.sampledShare) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: 10_000,
          maxExportBatchSize: 1_000,
          scheduledDelayMillis: 1_000,
          exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        }),
      ],
    });
    this.tracer = this.provider.getTracer('rota');
  }

  override get isOn(): boolean {
    return true;
  }

  override span(name: string, { kind, parent, attributes = {}, startedAgoMs = 0 }: SpanOptions): Span {
    const startTime = Date.now() - startedAgoMs;
    return new OtlpSpan(this.tracer.startSpan(name, { kind: KINDS[kind], attributes, startTime }, contextOf(parent)));
  }

  override async close(): Promise<void> {
    await Promise.race([this.provider.shutdown().catch(() => undefined), delay(CLOSE_TIMEOUT_MS)]);
  }
}

class OtlpSpan implements Span {
  constructor(private readonly span: ApiSpan) {}

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes({ ...attributes });
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      const { name, message } = describeError(error);
      this.span.setAttributes({ 'error.type': name });
      this.span.setStatus({ code: SpanStatusCode.ERROR, message });
    }
    this.span.end();
  }
}

function contextOf(parent: Traceparent): Context {
  const match = TRACEPARENT.exec(parent ?? '');
  if (!match) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = '00'] = match;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

function faultLogger(onFault: (message: string) => void) {
  const nothing = (): void => undefined;
  return { error: onFault, warn: nothing, info: nothing, debug: nothing, verbose: nothing };
}

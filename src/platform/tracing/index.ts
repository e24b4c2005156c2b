export { startTracing } from './start-tracing.js';
export {
  type Span,
  type SpanAttributes,
  type SpanKind,
  type SpanOptions,
  Tracing,
  type Traceparent,
} from './tracing.js';

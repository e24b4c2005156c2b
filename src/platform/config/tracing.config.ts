import { IsNumber, IsOptional, IsUrl, Matches, Max, Min } from 'class-validator';
import { Env } from './env.decorator.js';

/** OpenTelemetry traces, by the names that its specification gives to the variables. Off without an endpoint. */
export class TracingConfig {
  @Env('OTEL_EXPORTER_OTLP_ENDPOINT', {
    doc: 'base URL of a collector that takes OTLP over HTTP (/v1/traces is added); empty: no traces',
    default: null,
  })
  @IsOptional()
  @IsUrl({ protocols: ['http', 'https'], require_tld: false, require_protocol: true })
  endpoint?: string;

  @Env('OTEL_EXPORTER_OTLP_HEADERS', {
    doc: 'headers for the collector, as name=value,name=value with percent-encoded values',
    default: null,
    secret: true,
  })
  @IsOptional()
  @Matches(/^\s*[A-Za-z0-9-]+=[^,]*(,\s*[A-Za-z0-9-]+=[^,]*)*$/, { message: 'must be name=value,name=value' })
  headers?: string;

  @Env('OTEL_SERVICE_NAME', { doc: 'service.name of the traces', default: 'rota' })
  serviceName: string;

  @Env('OTEL_TRACES_SAMPLER_ARG', {
    doc: 'share of the traces that begin here and are kept, 0 to 1; a caller that has decided is followed',
    default: 1,
  })
  @IsNumber()
  @Min(0)
  @Max(1)
  sampledShare: number;

  get headerFields(): Record<string, string> {
    const pairs = (this.headers ?? '').split(',').filter((pair) => pair.includes('='));
    return Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
      }),
    );
  }

  check(): string[] {
    try {
      void this.headerFields;
      return [];
    } catch {
      return ['OTEL_EXPORTER_OTLP_HEADERS must be percent-encoded'];
    }
  }
}

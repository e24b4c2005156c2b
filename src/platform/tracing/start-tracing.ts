import type { ProcessConfig, TracingConfig } from '../config/index.js';
import { Tracing } from './tracing.js';

/** Off without an endpoint; the SDK is not even loaded then. */
export async function startTracing(
  config: TracingConfig,
  { role, version }: { readonly role: ProcessConfig['role']; readonly version: string },
  onFault: (message: string) => void,
): Promise<Tracing> {
  if (config.endpoint === undefined) return Tracing.off;
  const { OtlpTracing } = await import('./otlp-tracing.js');
  return new OtlpTracing({
    endpoint: config.endpoint,
    headers: config.headerFields,
    sampledShare: config.sampledShare,
    resource: { 'service.name': config.serviceName, 'service.version': version, 'rota.role': role },
    onFault,
  });
}

import type { SpanOptions, Traceparent } from '../../platform/tracing/index.js';
import type { EnqueueScope } from './job-preparation.js';

/** The span under which jobs are stored: a child of the caller's, and the parent of everything that becomes of the job. */
export function enqueueSpan({ projectId }: EnqueueScope, queue: string, parent: Traceparent): SpanOptions {
  return {
    kind: 'producer',
    parent,
    attributes: { 'messaging.system': 'rota', 'messaging.destination.name': queue, 'rota.project': projectId },
  };
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FieldFault } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { parseInstant } from '../../kernel/instants.js';
import { canonicalJson } from '../../kernel/payload-guard.js';
import { refusalOf } from '../../platform/http/index.js';
import { HandlerRegistry } from '../handlers/index.js';
import { QueueDirectory, type QueueSettings } from '../queues/index.js';
import type { EnqueueJobRequest } from './enqueue-job.request.js';
import { MAX_PAYLOAD_BYTES } from './job-limits.js';
import { keptTraceparent } from './job-traceparent.js';
import { payloadTooLarge } from './jobs.errors.js';
import type { IdempotencyKey, JobToEnqueue } from './new-job.js';

/** Who enqueues, and into which project. A `ProjectScope` fits as it is. */
export interface EnqueueScope {
  readonly projectId: string;
  readonly createdBy: string | null;
}

export interface EnqueueOptions {
  readonly idempotencyKey?: string | null | undefined;
  /** W3C trace context of the request. */
  readonly traceparent?: string | undefined;
}

/** A request that passed every check, with the queue it names. */
export interface PreparedJob {
  readonly item: JobToEnqueue;
  readonly queue: QueueSettings;
  readonly payload: Record<string, unknown>;
}

export type Preparation = { readonly prepared: PreparedJob } | { readonly faults: readonly FieldFault[] };

/** Holds an enqueue request against everything that its fields alone do not say: queue, handler, payload, size. */
@Injectable()
export class JobPreparation {
  constructor(
    private readonly handlers: HandlerRegistry,
    private readonly queues: QueueDirectory,
  ) {}

  /** `pointer` is where the request stands in the body: '' or `/jobs/3`. */
  async prepare(
    scope: EnqueueScope,
    request: EnqueueJobRequest,
    options: EnqueueOptions,
    pointer = '',
  ): Promise<Preparation> {
    const faults: FieldFault[] = [];
    if (isGiven(request.runAt) && isGiven(request.delayMs)) {
      faults.push({
        pointer: `${pointer}/delayMs`,
        code: 'RUN_AT_OR_DELAY',
        detail: 'give runAt or delayMs, not both',
      });
    }
    faults.push(...this.checkPayload(request.handler, request.payload, pointer));
    const payloadJson = JSON.stringify(request.payload);
    if (Buffer.byteLength(payloadJson) > MAX_PAYLOAD_BYTES) faults.push(payloadTooLarge(`${pointer}/payload`));
    const queue = await this.queues.find(scope.projectId, request.queue);
    if (!queue)
      faults.push({
        pointer: `${pointer}/queue`,
        code: 'QUEUE_UNKNOWN',
        detail: 'there is no such queue in this project',
      });
    if (!queue || faults.length > 0) return { faults };
    return {
      prepared: { item: toItem(scope, request, { queue, payloadJson, options }), queue, payload: request.payload },
    };
  }

  /**
   * Compact JSON of a payload given without the rest of a request (an edited replay).
   * @throws RotaError invalid, with pointers under `/payload`
   */
  payloadJsonOf(handler: string, payload: unknown): string {
    const json = JSON.stringify(payload);
    const faults = this.checkPayload(handler, payload);
    if (Buffer.byteLength(json) > MAX_PAYLOAD_BYTES) faults.push(payloadTooLarge('/payload'));
    if (faults.length > 0) throw refusalOf(faults);
    return json;
  }

  /** The faults of a payload for a handler, under `<pointer>/handler` and `<pointer>/payload`. */
  private checkPayload(handler: string, payload: unknown, pointer = ''): FieldFault[] {
    const check = this.handlers.validate(handler, payload);
    return check.ok ? [] : check.errors.map((fault) => ({ ...fault, pointer: pointer + fault.pointer }));
  }
}

interface Parts {
  readonly queue: QueueSettings;
  readonly payloadJson: string;
  readonly options: EnqueueOptions;
}

function toItem(scope: EnqueueScope, request: EnqueueJobRequest, { queue, payloadJson, options }: Parts): JobToEnqueue {
  const { traceparent, idempotencyKey } = options;
  return {
    job: {
      id: newId(),
      projectId: scope.projectId,
      queueId: queue.id,
      handler: request.handler,
      payloadJson,
      priority: request.priority ?? 0,
      runAt: isGiven(request.runAt) ? (parseInstant(request.runAt) ?? null) : null,
      delayMs: request.delayMs ?? null,
      maxAttempts: request.maxAttempts ?? null,
      timeoutMs: request.timeoutMs ?? null,
      labels: request.labels ?? null,
      createdBy: scope.createdBy,
      traceparent: keptTraceparent(traceparent),
    },
    idempotency: isGiven(idempotencyKey) ? { key: idempotencyKey, requestHash: hashOf(request, queue.id) } : undefined,
  };
}

/** Over what the request means, not how it was written: key order, absent or null options and the zone of an instant do not count. */
function hashOf(request: EnqueueJobRequest, queueId: string): IdempotencyKey['requestHash'] {
  const effective = {
    queueId,
    handler: request.handler,
    payload: request.payload,
    priority: request.priority ?? 0,
    runAt: isGiven(request.runAt) ? parseInstant(request.runAt)?.toISOString() : undefined,
    delayMs: request.delayMs ?? undefined,
    maxAttempts: request.maxAttempts ?? undefined,
    timeoutMs: request.timeoutMs ?? undefined,
    labels: request.labels ?? undefined,
  };
  return createHash('sha256').update(canonicalJson(effective)).digest();
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

import { Injectable, Optional } from '@nestjs/common';
import { isDataError } from '../../platform/database/index.js';
import { refusalOf } from '../../platform/http/index.js';
import { Tracing } from '../../platform/tracing/index.js';
import type { EnqueueJobRequest } from './enqueue-job.request.js';
import { enqueueSpan } from './enqueue-span.js';
import { EnqueueLanes } from './enqueue-lanes.js';
import { EnqueueRecord } from './enqueue-record.js';
import { JobInserter } from './job-inserter.js';
import { type EnqueueOptions, type EnqueueScope, JobPreparation, type PreparedJob } from './job-preparation.js';
import type { JobDetail } from './job-view.js';
import { JobReadModel } from './job.read-model.js';
import { keyReused, storageFault } from './jobs.errors.js';
import type { EnqueueOutcome, InsertedJob } from './new-job.js';

export interface Enqueued {
  readonly job: JobDetail;
  /** The idempotency key had been used for the same request: `job` is the one that it made, as it stands now. */
  readonly isReplayed: boolean;
}

/** One job by one request. */
@Injectable()
export class EnqueueService {
  constructor(
    private readonly preparation: JobPreparation,
    private readonly lanes: EnqueueLanes,
    private readonly inserter: JobInserter,
    private readonly jobs: JobReadModel,
    private readonly record: EnqueueRecord,
    @Optional() private readonly tracing: Tracing = Tracing.off,
  ) {}

  /**
   * @throws RotaError invalid: `QUEUE_UNKNOWN`, `HANDLER_UNKNOWN`, `PAYLOAD_TOO_LARGE`, `IDEMPOTENCY_KEY_REUSED` … with pointers;
   *   nothing was stored then
   */
  enqueue(scope: EnqueueScope, request: EnqueueJobRequest, options: EnqueueOptions = {}): Promise<Enqueued> {
    const span = enqueueSpan(scope, request.queue, options.traceparent);
    return this.tracing.around(`enqueue ${request.queue}`, span, (traceparent) =>
      this.enqueueOne(scope, request, { ...options, traceparent: traceparent ?? undefined }),
    );
  }

  private async enqueueOne(
    scope: EnqueueScope,
    request: EnqueueJobRequest,
    options: EnqueueOptions,
  ): Promise<Enqueued> {
    const preparation = await this.preparation.prepare(scope, request, options);
    if ('faults' in preparation) throw refusalOf(preparation.faults);
    const { prepared } = preparation;
    const outcome = await this.send(prepared);
    if (outcome.kind === 'reused') throw keyReused('/headers/idempotency-key');
    if (outcome.kind === 'replayed')
      return { job: await this.jobs.get(scope.projectId, outcome.job.id), isReplayed: true };
    this.inserter.count(outcome.job);
    await this.record.write(scope, [outcome.job.id], request.handler);
    return { job: detailOf(prepared, outcome.job), isReplayed: false };
  }

  private async send(prepared: PreparedJob): Promise<EnqueueOutcome> {
    try {
      return await this.lanes.enqueue(prepared.item);
    } catch (error) {
      if (isDataError(error)) throw refusalOf([storageFault(error, '')]);
      throw error;
    }
  }
}

/** What a new job looks like, without asking the database again. */
function detailOf(
  { item: { job }, queue, payload }: PreparedJob,
  { status, runAt, createdAt }: InsertedJob,
): JobDetail {
  return {
    id: job.id,
    projectId: job.projectId,
    queueId: job.queueId,
    queue: queue.name,
    handler: job.handler,
    status,
    priority: job.priority,
    runAt,
    attempt: 0,
    maxAttempts: job.maxAttempts ?? queue.maxAttempts,
    labels: job.labels ?? null,
    scheduleId: null,
    replayOf: null,
    createdBy: job.createdBy ?? null,
    createdAt,
    startedAt: null,
    finishedAt: null,
    cancelRequestedAt: null,
    payload,
    timeoutMs: job.timeoutMs ?? queue.timeoutMs,
    ownMaxAttempts: job.maxAttempts ?? null,
    ownTimeoutMs: job.timeoutMs ?? null,
    slot: null,
    traceparent: job.traceparent ?? null,
    claimedAt: null,
    workerId: null,
    lockExpiresAt: null,
    executionSeq: 0,
    leaseLosses: 0,
    progress: null,
    lastError: null,
    result: null,
    deadLetterId: null,
  };
}

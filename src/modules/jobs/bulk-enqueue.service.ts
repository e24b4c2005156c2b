import { Injectable, Optional } from '@nestjs/common';
import type { FieldFault } from '../../kernel/errors.js';
import { HotDatabase, isDataError } from '../../platform/database/index.js';
import { refusalOf } from '../../platform/http/index.js';
import { Tracing } from '../../platform/tracing/index.js';
import type { BulkEnqueueItem } from './enqueue-job.request.js';
import { enqueueSpan } from './enqueue-span.js';
import { EnqueueRecord } from './enqueue-record.js';
import { EnqueueStore } from './enqueue.store.js';
import { JobInserter } from './job-inserter.js';
import { type EnqueueScope, JobPreparation, type PreparedJob } from './job-preparation.js';
import { keyReused, storageFault } from './jobs.errors.js';
import type { EnqueueOutcome, InsertedJob, ReplayedJob } from './new-job.js';

/** One job of a bulk, in the order of the request. */
export type BulkEnqueued = (InsertedJob | ReplayedJob) & { readonly isReplayed: boolean };

/** Longest wait for keys that another transaction holds; the transaction is then repeated a few times. */
const LOCK_TIMEOUT_MS = 1_000;
const MAX_FAULTS = 50;

/** Up to a thousand jobs by one request, all or none, in a transaction that carries nothing else. */
@Injectable()
export class BulkEnqueueService {
  constructor(
    private readonly database: HotDatabase,
    private readonly preparation: JobPreparation,
    private readonly store: EnqueueStore,
    private readonly inserter: JobInserter,
    private readonly record: EnqueueRecord,
    @Optional() private readonly tracing: Tracing = Tracing.off,
  ) {}

  /** @throws RotaError invalid, with the index of each job that is at fault (`/jobs/777/handler`); nothing was stored then */
  enqueue(scope: EnqueueScope, requests: readonly BulkEnqueueItem[], traceparent?: string): Promise<BulkEnqueued[]> {
    const span = enqueueSpan(scope, requests[0]?.queue ?? '', traceparent);
    return this.tracing.around('enqueue bulk', span, (parent) => this.enqueueAll(scope, requests, parent ?? undefined));
  }

  private async enqueueAll(
    scope: EnqueueScope,
    requests: readonly BulkEnqueueItem[],
    traceparent?: string,
  ): Promise<BulkEnqueued[]> {
    const prepared = await this.prepareAll(scope, requests, traceparent);
    const outcomes = await this.storeAll(prepared);
    const jobs = outcomes.map((outcome): BulkEnqueued => {
      if (outcome.kind === 'reused') throw new Error('a reused key ends the transaction');
      return { ...outcome.job, isReplayed: outcome.kind === 'replayed' };
    });
    const created = outcomes.flatMap((outcome) => (outcome.kind === 'created' ? [outcome.job] : []));
    this.inserter.announce(created);
    await this.record.write(
      scope,
      created.map(({ id }) => id),
      requests[0]?.handler,
    );
    return jobs;
  }

  private async prepareAll(
    scope: EnqueueScope,
    requests: readonly BulkEnqueueItem[],
    traceparent?: string,
  ): Promise<PreparedJob[]> {
    const prepared: PreparedJob[] = [];
    const faults: FieldFault[] = [];
    for (const [index, request] of requests.entries()) {
      const options = { idempotencyKey: request.idempotencyKey, traceparent };
      const preparation = await this.preparation.prepare(scope, request, options, `/jobs/${index}`);
      if ('faults' in preparation) faults.push(...preparation.faults);
      else prepared.push(preparation.prepared);
      if (faults.length >= MAX_FAULTS) break;
    }
    if (faults.length > 0) throw refusalOf(faults.slice(0, MAX_FAULTS));
    return prepared;
  }

  private async storeAll(prepared: readonly PreparedJob[]): Promise<EnqueueOutcome[]> {
    try {
      return await this.database.transaction(async (session) => {
        const outcomes = await this.store.enqueue(
          session,
          prepared.map(({ item }) => item),
          LOCK_TIMEOUT_MS,
        );
        const reused = outcomes.findIndex((outcome) => outcome.kind === 'reused');
        if (reused !== -1) throw keyReused(`/jobs/${reused}/idempotencyKey`);
        return outcomes;
      });
    } catch (error) {
      if (!isDataError(error)) throw error;
      const faults = await this.store.findUnstorable(
        this.database,
        prepared.map(({ item }) => item),
      );
      throw refusalOf(
        faults.length > 0
          ? faults.slice(0, MAX_FAULTS).map(({ index, constraint }) => storageFault({ constraint }, `/jobs/${index}`))
          : [storageFault(error, '/jobs')],
      );
    }
  }
}

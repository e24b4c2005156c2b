import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { parseInstant } from '../../kernel/instants.js';
import type { JobStatus } from '../../kernel/job-state.js';
import { QueueDirectory } from '../queues/index.js';
import type { JobFilterRequest, JobSelectionRequest } from './job-filter.request.js';
import { COMMAND_BATCH, MAX_COMMAND_JOBS, MAX_COUNTED_JOBS } from './job-limits.js';
import { type JobFilter, JobListReadModel } from './job-list.read-model.js';
import { parseLabelFilter } from './job.rules.js';

export type JobSelection = Pick<JobSelectionRequest, 'ids' | 'filter' | 'dryRun' | 'limit'>;

/** Ids for one statement, and whether the selection may hold more than what was given out so far. */
export interface SelectedBatch {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
}

/** Turns what a caller selects (ids, or a filter) into batches of ids. */
@Injectable()
export class JobSelector {
  constructor(
    private readonly jobs: JobListReadModel,
    private readonly queues: QueueDirectory,
  ) {}

  /** The filter of a request; `pointer` is where it stands: `/query` or `/filter`. */
  async filterOf(projectId: string, request: JobFilterRequest, pointer: string): Promise<JobFilter> {
    const queue = request.queue === undefined ? undefined : await this.queues.find(projectId, request.queue);
    if (request.queue !== undefined && !queue) {
      throw RotaError.invalid('QUEUE_UNKNOWN', 'there is no such queue in this project', `${pointer}/queue`);
    }
    return {
      queueId: queue?.id,
      status: request.status,
      handler: request.handler,
      label: request.label === undefined ? undefined : parseLabelFilter(request.label),
      since: parseInstant(request.since),
      until: parseInstant(request.until),
    };
  }

  /**
   * At most `limit` ids (for a dry run: as many as are counted), batch by batch. A filter is walked over the statuses that the
   * command can change; what is changed meanwhile leaves the selection, so the same request can be sent again for the rest. Completed
   * and cancelled jobs do not leave it by a replay, which makes new jobs of them: whoever wants more than one request's worth of those
   * sends ids.
   */
  async *batches(
    projectId: string,
    selection: JobSelection,
    eligible: readonly JobStatus[],
  ): AsyncGenerator<SelectedBatch> {
    if ((selection.ids === undefined) === (selection.filter === undefined)) {
      throw RotaError.invalid('IDS_OR_FILTER', 'give ids or filter, one of them', selection.ids ? '/filter' : '/ids');
    }
    let left = selection.dryRun ? MAX_COUNTED_JOBS : (selection.limit ?? MAX_COMMAND_JOBS);
    if (selection.ids !== undefined) {
      const ids = [...new Set(selection.ids.map((id) => id.toLowerCase()))];
      const wanted = ids.slice(0, left);
      for (let start = 0; start < wanted.length; start += COMMAND_BATCH) {
        const batch = wanted.slice(start, start + COMMAND_BATCH);
        const counted = selection.dryRun ? await this.jobs.withStatus(projectId, batch, eligible) : batch;
        yield { ids: counted, hasMore: start + batch.length < ids.length };
      }
      return;
    }
    const filter = await this.filterOf(projectId, selection.filter as JobFilterRequest, '/filter');
    const statuses = statusesFor(filter, eligible);
    for (const [index, status] of statuses.entries()) {
      let before: string | undefined;
      do {
        const page = await this.jobs.list(projectId, { ...filter, status }, Math.min(COMMAND_BATCH, left), before);
        before = page.nextBefore;
        left -= page.jobs.length;
        yield { ids: page.jobs.map(({ id }) => id), hasMore: before !== undefined || index < statuses.length - 1 };
      } while (before !== undefined && left > 0);
      if (left <= 0) return;
    }
  }
}

function statusesFor({ status }: JobFilter, eligible: readonly JobStatus[]): readonly JobStatus[] {
  if (status === undefined) return eligible;
  if (eligible.includes(status)) return [status];
  throw RotaError.invalid('STATUS_NOT_ELIGIBLE', `this command is for ${eligible.join(', ')} jobs`, '/filter/status');
}

import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { parseInstant } from '../../kernel/instants.js';
import type { JobStatus } from '../../kernel/job-state.js';
import { QueueDirectory } from '../queues/index.js';
import { batchesOf, type BulkSelection, type SelectedBatch } from './bulk-selection.js';
import type { JobFilterRequest } from './job-filter.request.js';
import { type JobFilter, JobListReadModel } from './job-list.read-model.js';
import { parseLabelFilter } from './job.rules.js';

export type NarrowSelection = (status: JobStatus, ids: readonly string[]) => Promise<readonly string[]>;

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
   * A filter is walked over the statuses that the command can change; of given ids a dry run counts those that stand in one.
   *
   * @param narrow which of the jobs that a filter found in a status are meant: all of them unless it says otherwise
   */
  batches(
    projectId: string,
    selection: BulkSelection<JobFilterRequest>,
    eligible: readonly JobStatus[],
    narrow: NarrowSelection = (_, ids) => Promise.resolve(ids),
  ): AsyncGenerator<SelectedBatch> {
    return batchesOf(selection, {
      eligible: (ids) => this.jobs.withStatus(projectId, ids, eligible),
      byFilter: async (request) => {
        const filter = await this.filterOf(projectId, request, '/filter');
        return statusesFor(filter, eligible).map((status) => ({
          name: status,
          page: async (limit, before) => {
            const { jobs, nextBefore } = await this.jobs.list(projectId, { ...filter, status }, limit, before);
            const found = jobs.map(({ id }) => id);
            return { ids: await narrow(status, found), next: nextBefore };
          },
        }));
      },
    });
  }
}

function statusesFor({ status }: JobFilter, eligible: readonly JobStatus[]): readonly JobStatus[] {
  if (status === undefined) return eligible;
  if (eligible.includes(status)) return [status];
  throw RotaError.invalid('STATUS_NOT_ELIGIBLE', `this command is for ${eligible.join(', ')} jobs`, '/filter/status');
}

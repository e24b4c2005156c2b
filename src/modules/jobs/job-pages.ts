import { Injectable } from '@nestjs/common';
import { isUuid } from '../../kernel/ids.js';
import { decodeCursor, encodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import type { ListJobsQuery } from './job-filter.request.js';
import { JobListReadModel } from './job-list.read-model.js';
import { JobSelector } from './job-selection.js';
import type { JobDetail, JobExecution, JobLogLine, JobSummary } from './job-view.js';
import { JobReadModel } from './job.read-model.js';

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);
const isUpTo =
  (most: number) =>
  (value: unknown): value is number =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
const isExecutionSeq = isUpTo(2 ** 31 - 1);
const isLogLine = isUpTo(Number.MAX_SAFE_INTEGER);

/** What the routes read, page by page. */
@Injectable()
export class JobPages {
  constructor(
    private readonly lists: JobListReadModel,
    private readonly jobs: JobReadModel,
    private readonly selector: JobSelector,
  ) {}

  async list(projectId: string, query: ListJobsQuery): Promise<Page<JobSummary>> {
    const filter = await this.selector.filterOf(projectId, query, '/query');
    const { jobs, nextBefore } = await this.lists.list(
      projectId,
      filter,
      query.limit,
      decodeCursor(query.cursor, isId),
    );
    return {
      data: jobs,
      page: {
        nextCursor: nextBefore === undefined ? null : encodeCursor(nextBefore),
        hasMore: nextBefore !== undefined,
      },
    };
  }

  async get(projectId: string, jobId: string): Promise<JobDetail> {
    return this.jobs.get(projectId, jobId);
  }

  async executions(projectId: string, jobId: string, query: PageQuery): Promise<Page<JobExecution>> {
    const after = decodeCursor(query.cursor, isExecutionSeq) ?? 0;
    return pageOf(
      await this.jobs.executions(projectId, jobId, after, query.limit),
      query.limit,
      (last) => last.executionSeq,
    );
  }

  async logs(projectId: string, jobId: string, query: PageQuery): Promise<Page<JobLogLine>> {
    const after = decodeCursor(query.cursor, isLogLine) ?? 0;
    return pageOf(await this.jobs.logs(projectId, jobId, after, query.limit), query.limit, (last) => last.id);
  }
}

import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  ApiExamples,
  ApiIdParam,
  ApiPage,
  ApiProblems,
  BodyLimit,
  mapPage,
  type Page,
  PageQuery,
  parseTraceparent,
} from '../../platform/http/index.js';
import { EnqueueLimited } from '../quotas/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { BulkEnqueueResponse } from './bulk.response.js';
import { BulkEnqueueService } from './bulk-enqueue.service.js';
import { BulkEnqueueRequest, EnqueueJobRequest } from './enqueue-job.request.js';
import { EnqueueService } from './enqueue.service.js';
import { IdPathPipe } from './id-path.pipe.js';
import { idempotencyKeyOf } from './idempotency-key.js';
import { ListJobsQuery } from './job-filter.request.js';
import { BULK_BODY_BYTES, ENQUEUE_BODY_BYTES } from './job-limits.js';
import { JobPages } from './job-pages.js';
import { TRACEPARENT_HEADER } from './job-traceparent.js';
import { JobExecutionResponse, JobLogLineResponse, JobResponse, JobSummaryResponse } from './job.response.js';

@ApiTags('jobs')
@ApiIdParam('projectId')
@Controller('projects/:projectId/jobs')
export class JobsController {
  constructor(
    private readonly jobs: JobPages,
    private readonly enqueueing: EnqueueService,
    private readonly bulk: BulkEnqueueService,
  ) {}

  @Post()
  @Access('jobs:enqueue')
  @EnqueueLimited()
  @BodyLimit(ENQUEUE_BODY_BYTES)
  @ApiOperation({ summary: 'Enqueue a job', description: 'A paused queue accepts jobs; they wait.' })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      '1 to 255 printable characters, unique in the queue: the same request again gives the same job, another one is refused',
  })
  @ApiHeader(TRACEPARENT_HEADER)
  @ApiCreatedResponse({ type: JobResponse })
  @ApiOkResponse({
    type: JobResponse,
    description: 'the key had been used for the same request: that job, as it is now',
    headers: { 'Idempotent-Replayed': { schema: { type: 'string', enum: ['true'] } } },
  })
  @ApiExamples(EnqueueJobRequest, {
    now: { queue: 'emails', handler: 'http_request', payload: { url: 'https://example.com/hook', method: 'POST' } },
    inFiveMinutes: {
      queue: 'emails',
      handler: 'http_request',
      payload: { url: 'https://example.com/hook' },
      delayMs: 300_000,
      priority: 10,
      maxAttempts: 3,
      timeoutMs: 10_000,
      labels: { customer: '4711' },
    },
  })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 503)
  async enqueue(
    @Scope() scope: ProjectScope,
    @Body() body: EnqueueJobRequest,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('traceparent') traceparent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JobResponse> {
    const options = { idempotencyKey: idempotencyKeyOf(key), traceparent: parseTraceparent(traceparent) };
    const enqueued = await this.enqueueing.enqueue(scope, body, options);
    if (enqueued.isReplayed) reply.status(200).header('Idempotent-Replayed', 'true');
    return JobResponse.from(enqueued.job);
  }

  @Post('bulk')
  @Access('jobs:enqueue')
  @EnqueueLimited()
  @BodyLimit(BULK_BODY_BYTES)
  @ApiOperation({
    summary: 'Enqueue up to 1,000 jobs, all or none',
    description: 'Errors name the index: /jobs/7/payload/url. The body may have 8 MiB.',
  })
  @ApiHeader(TRACEPARENT_HEADER)
  @ApiCreatedResponse({ type: BulkEnqueueResponse })
  @ApiExamples(BulkEnqueueRequest, {
    two: {
      jobs: [
        {
          queue: 'emails',
          handler: 'http_request',
          payload: { url: 'https://example.com/hook/1' },
          idempotencyKey: 'order-1',
        },
        { queue: 'emails', handler: 'http_request', payload: { url: 'https://example.com/hook/2' }, priority: -10 },
      ],
    },
  })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 503)
  async enqueueBulk(
    @Scope() scope: ProjectScope,
    @Body() body: BulkEnqueueRequest,
    @Headers('traceparent') traceparent: string | undefined,
  ): Promise<BulkEnqueueResponse> {
    return BulkEnqueueResponse.from(await this.bulk.enqueue(scope, body.jobs, parseTraceparent(traceparent)));
  }

  @Get()
  @Access('jobs:read')
  @ApiOperation({
    summary: 'List jobs, newest first',
    description: 'A page looks at a bounded number of jobs: it may be short, or even empty, and still have a next one.',
  })
  @ApiPage(JobSummaryResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(@Scope() scope: ProjectScope, @Query() query: ListJobsQuery): Promise<Page<JobSummaryResponse>> {
    return mapPage(await this.jobs.list(scope.projectId, query), JobSummaryResponse.from);
  }

  @Get(':jobId')
  @HttpCode(200)
  @Access('jobs:read')
  @ApiOperation({ summary: 'Get a job' })
  @ApiIdParam('jobId')
  @ApiOkResponse({ type: JobResponse })
  @ApiProblems(401, 403, 404)
  async get(@Scope() scope: ProjectScope, @Param('jobId', IdPathPipe) jobId: string): Promise<JobResponse> {
    return JobResponse.from(await this.jobs.get(scope.projectId, jobId));
  }

  @Get(':jobId/executions')
  @Access('jobs:read')
  @ApiOperation({
    summary: 'List the attempts of a job, oldest first',
    description: 'The one in flight stands last and has no outcome.',
  })
  @ApiIdParam('jobId')
  @ApiPage(JobExecutionResponse)
  @ApiProblems(401, 403, 404, 422)
  async executions(
    @Scope() scope: ProjectScope,
    @Param('jobId', IdPathPipe) jobId: string,
    @Query() query: PageQuery,
  ): Promise<Page<JobExecutionResponse>> {
    return mapPage(await this.jobs.executions(scope.projectId, jobId, query), JobExecutionResponse.from);
  }

  @Get(':jobId/logs')
  @Access('jobs:read')
  @ApiOperation({
    summary: 'List what a job has logged, oldest first',
    description: 'A job keeps 1,000 lines or 1,000,000 bytes, over all its attempts; later lines are refused.',
  })
  @ApiIdParam('jobId')
  @ApiPage(JobLogLineResponse)
  @ApiProblems(401, 403, 404, 422)
  async logs(
    @Scope() scope: ProjectScope,
    @Param('jobId', IdPathPipe) jobId: string,
    @Query() query: PageQuery,
  ): Promise<Page<JobLogLineResponse>> {
    return mapPage(await this.jobs.logs(scope.projectId, jobId, query), JobLogLineResponse.from);
  }
}

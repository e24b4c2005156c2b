import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { parseInstant } from '../../kernel/instants.js';
import { ApiExamples, ApiIdParam, ApiProblems } from '../../platform/http/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { BulkCommandService } from './bulk-command.service.js';
import { BulkCommandResponse } from './bulk.response.js';
import { IdPathPipe } from './id-path.pipe.js';
import { JobCommandService } from './job-command.service.js';
import { JobCommandRequest, JobSelectionRequest, RescheduleJobRequest } from './job-filter.request.js';
import { JobPages } from './job-pages.js';
import { JobResponse } from './job.response.js';

@ApiTags('jobs')
@ApiIdParam('projectId')
@Controller('projects/:projectId/jobs')
export class JobCommandsController {
  constructor(
    private readonly jobs: JobPages,
    private readonly commands: JobCommandService,
    private readonly bulk: BulkCommandService,
  ) {}

  @Post('cancel')
  @HttpCode(200)
  @Access('jobs:manage')
  @ApiOperation({
    summary: 'Cancel many jobs, by ids or by a filter',
    description: 'Each batch is a transaction of its own; a job that has ended is a failure of its own.',
  })
  @ApiOkResponse({ type: BulkCommandResponse })
  @ApiExamples(JobSelectionRequest, {
    byIds: { ids: ['0190163d-8694-739b-aea5-966c26f8ad91'], reason: 'ordered twice' },
    byFilter: { filter: { queue: 'emails', label: 'customer:4711' } },
    dryRun: { filter: {}, dryRun: true },
  })
  @ApiProblems(400, 401, 403, 404, 422)
  async cancelMany(@Scope() scope: ProjectScope, @Body() body: JobSelectionRequest): Promise<BulkCommandResponse> {
    return BulkCommandResponse.from(await this.bulk.apply('cancel', scope, body, body.reason));
  }

  @Post('retry')
  @HttpCode(200)
  @Access('jobs:manage')
  @ApiOperation({ summary: 'Run many scheduled jobs now, by ids or by a filter' })
  @ApiOkResponse({ type: BulkCommandResponse })
  @ApiExamples(JobSelectionRequest, {
    byIds: { ids: ['0190163d-8694-739b-aea5-966c26f8ad91'], reason: 'the provider is back' },
    byFilter: { filter: { queue: 'emails', label: 'customer:4711' } },
    dryRun: { filter: {}, dryRun: true },
  })
  @ApiProblems(400, 401, 403, 404, 422)
  async retryMany(@Scope() scope: ProjectScope, @Body() body: JobSelectionRequest): Promise<BulkCommandResponse> {
    return BulkCommandResponse.from(await this.bulk.apply('retry', scope, body, body.reason));
  }

  @Post(':jobId/cancel')
  @HttpCode(200)
  @Access('jobs:manage')
  @ApiOperation({
    summary: 'Cancel a job',
    description:
      'A waiting job ends at once. The worker of a job in flight is asked to stop; a success that comes first stays.',
  })
  @ApiIdParam('jobId')
  @ApiOkResponse({ type: JobResponse })
  @ApiExamples(JobCommandRequest, { withReason: { reason: 'ordered twice' }, plain: {} })
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async cancel(
    @Scope() scope: ProjectScope,
    @Param('jobId', IdPathPipe) jobId: string,
    @Body() body: JobCommandRequest,
  ): Promise<JobResponse> {
    await this.commands.applyToOne('cancel', scope, jobId, body.reason);
    return JobResponse.from(await this.jobs.get(scope.projectId, jobId));
  }

  @Post(':jobId/retry')
  @HttpCode(200)
  @Access('jobs:manage')
  @ApiOperation({
    summary: 'Run a scheduled job now',
    description: 'For a job that backs off, too. A job that has ended is replayed instead.',
  })
  @ApiIdParam('jobId')
  @ApiOkResponse({ type: JobResponse })
  @ApiExamples(JobCommandRequest, { withReason: { reason: 'the provider is back' }, plain: {} })
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async retry(
    @Scope() scope: ProjectScope,
    @Param('jobId', IdPathPipe) jobId: string,
    @Body() body: JobCommandRequest,
  ): Promise<JobResponse> {
    await this.commands.applyToOne('retry', scope, jobId, body.reason);
    return JobResponse.from(await this.jobs.get(scope.projectId, jobId));
  }

  @Post(':jobId/reschedule')
  @HttpCode(200)
  @Access('jobs:manage')
  @ApiOperation({ summary: 'Move a scheduled job to another instant' })
  @ApiIdParam('jobId')
  @ApiOkResponse({ type: JobResponse })
  @ApiExamples(RescheduleJobRequest, { later: { runAt: '2027-01-31T09:00:00Z' } })
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async reschedule(
    @Scope() scope: ProjectScope,
    @Param('jobId', IdPathPipe) jobId: string,
    @Body() body: RescheduleJobRequest,
  ): Promise<JobResponse> {
    await this.commands.reschedule(scope, jobId, parseInstant(body.runAt) as Date, body.reason);
    return JobResponse.from(await this.jobs.get(scope.projectId, jobId));
  }
}

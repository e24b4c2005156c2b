import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiExamples, ApiIdParam, ApiProblems, BodyLimit } from '../../platform/http/index.js';
import { BulkCommandResponse, IdPathPipe, JobResponse, JobSelectionRequest } from '../jobs/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { ReplayJobRequest } from './dead-letter.request.js';
import { JobReplayService } from './job-replay.service.js';

const BODY_BYTES = 262_144;

/** Replay by job. It lives with the dead letters, because they are what most replays are made from. */
@ApiTags('jobs')
@ApiIdParam('projectId')
@Controller('projects/:projectId/jobs')
export class JobReplaysController {
  constructor(private readonly replays: JobReplayService) {}

  @Post('replay')
  @HttpCode(200)
  @Access('jobs:manage')
  @ApiOperation({
    summary: 'Replay many jobs, by ids or by a filter',
    description:
      'A filter selects dead letters unless it names another terminal status; those are run again as new jobs. Jobs whose letter was discarded are not selected by a filter; by their ids they run again as new jobs.',
  })
  @ApiOkResponse({ type: BulkCommandResponse })
  @ApiExamples(JobSelectionRequest, {
    byIds: { ids: ['0190163d-8694-739b-aea5-966c26f8ad91'] },
    byFilter: { filter: { queue: 'emails' }, limit: 100 },
    dryRun: { filter: { status: 'cancelled' }, dryRun: true },
  })
  @ApiProblems(400, 401, 403, 404, 422)
  async replayMany(@Scope() scope: ProjectScope, @Body() body: JobSelectionRequest): Promise<BulkCommandResponse> {
    return BulkCommandResponse.from(await this.replays.replaySelected(scope, body));
  }

  @Post(':jobId/replay')
  @HttpCode(200)
  @Access('jobs:manage')
  @BodyLimit(BODY_BYTES)
  @ApiOperation({
    summary: 'Replay a job that has ended',
    description:
      'A dead letter goes back to its queue. With an edited payload, and for any other job that has ended, a new job is made that names this one in replayOf. Answers the job that runs now.',
  })
  @ApiIdParam('jobId')
  @ApiOkResponse({ type: JobResponse })
  @ApiExamples(ReplayJobRequest, {
    asItWas: {},
    edited: { payload: { url: 'https://example.com/other' }, reason: 'the address was wrong' },
  })
  @ApiProblems(400, 401, 403, 404, 409, 413, 422)
  async replay(
    @Scope() scope: ProjectScope,
    @Param('jobId', IdPathPipe) jobId: string,
    @Body() body: ReplayJobRequest,
  ): Promise<JobResponse> {
    return JobResponse.from(await this.replays.replay(scope, jobId, body));
  }
}

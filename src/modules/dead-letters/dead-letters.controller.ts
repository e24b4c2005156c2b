import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiExamples, ApiIdParam, ApiPage, ApiProblems, mapPage, type Page } from '../../platform/http/index.js';
import { BulkCommandResponse, IdPathPipe, JobReadModel, JobResponse } from '../jobs/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { DeadLetterReadModel } from './dead-letter.read-model.js';
import { DeadLetterGroupsResponse } from './dead-letter-group.response.js';
import {
  DeadLetterCommandRequest,
  DeadLetterGroupsQuery,
  DeadLetterSelectionRequest,
  ListDeadLettersQuery,
} from './dead-letter.request.js';
import { DeadLetterResponse, DeadLetterSummaryResponse } from './dead-letter.response.js';
import { DeadLetterService } from './dead-letter.service.js';
import { DiscardService } from './discard.service.js';
import { ReplayService } from './replay.service.js';

@ApiTags('dead-letters')
@ApiIdParam('projectId')
@Controller('projects/:projectId/dead-letters')
export class DeadLettersController {
  constructor(
    private readonly deadLetters: DeadLetterService,
    private readonly letters: DeadLetterReadModel,
    private readonly replays: ReplayService,
    private readonly discards: DiscardService,
    private readonly jobs: JobReadModel,
  ) {}

  @Get()
  @Access('dead-letters:read')
  @ApiOperation({
    summary: 'List dead letters, newest first',
    description: 'The open ones unless another state is asked for.',
  })
  @ApiPage(DeadLetterSummaryResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(
    @Scope() scope: ProjectScope,
    @Query() query: ListDeadLettersQuery,
  ): Promise<Page<DeadLetterSummaryResponse>> {
    return mapPage(await this.deadLetters.list(scope.projectId, query), DeadLetterSummaryResponse.from);
  }

  @Get('groups')
  @Access('dead-letters:read')
  @ApiOperation({
    summary: 'Group the open dead letters by error, queue and handler',
    description:
      'Errors are the same when their names are, and their messages but for ids, numbers and quoted words. The newest 5,000 letters are looked at: beyond that every count means at least. The hundred largest groups, the largest first; the key of a group selects its letters in lists and commands.',
  })
  @ApiOkResponse({ type: DeadLetterGroupsResponse })
  @ApiProblems(401, 403, 404, 422)
  async groups(@Scope() scope: ProjectScope, @Query() query: DeadLetterGroupsQuery): Promise<DeadLetterGroupsResponse> {
    return DeadLetterGroupsResponse.from(await this.deadLetters.groups(scope.projectId, query));
  }

  @Post('discard')
  @HttpCode(200)
  @Access('dead-letters:manage')
  @ApiOperation({
    summary: 'Close many dead letters without a run, by ids or by a filter',
    description: 'A dry run counts them. Their jobs stay dead letters.',
  })
  @ApiOkResponse({ type: BulkCommandResponse })
  @ApiExamples(DeadLetterSelectionRequest, {
    byIds: { ids: ['0190163d-8694-739b-aea5-966c26f8ad91'], reason: 'the customer is gone' },
    byGroup: { filter: { group: '5f1e9c7a3b8d4f02a6c1e9d7b3f50812' }, reason: 'fixed by hand' },
    dryRun: { filter: { queue: 'emails' }, dryRun: true },
  })
  @ApiProblems(400, 401, 403, 404, 422)
  async discardMany(
    @Scope() scope: ProjectScope,
    @Body() body: DeadLetterSelectionRequest,
  ): Promise<BulkCommandResponse> {
    return BulkCommandResponse.from(await this.deadLetters.discardMany(scope, body));
  }

  @Post('replay')
  @HttpCode(200)
  @Access('dead-letters:manage')
  @ApiOperation({ summary: 'Replay many dead letters, by ids or by a filter', description: 'A dry run counts them.' })
  @ApiOkResponse({ type: BulkCommandResponse })
  @ApiExamples(DeadLetterSelectionRequest, {
    byIds: { ids: ['0190163d-8694-739b-aea5-966c26f8ad91'] },
    byFilter: { filter: { queue: 'emails', reason: 'attempts_exhausted' }, limit: 100 },
    byGroup: { filter: { group: '5f1e9c7a3b8d4f02a6c1e9d7b3f50812' }, reason: 'the provider is back' },
    dryRun: { filter: {}, dryRun: true },
  })
  @ApiProblems(400, 401, 403, 404, 422)
  async replayMany(
    @Scope() scope: ProjectScope,
    @Body() body: DeadLetterSelectionRequest,
  ): Promise<BulkCommandResponse> {
    return BulkCommandResponse.from(await this.deadLetters.replayMany(scope, body));
  }

  @Get(':deadLetterId')
  @Access('dead-letters:read')
  @ApiOperation({ summary: 'Get a dead letter with its payload' })
  @ApiIdParam('deadLetterId')
  @ApiOkResponse({ type: DeadLetterResponse })
  @ApiProblems(401, 403, 404)
  async get(@Scope() scope: ProjectScope, @Param('deadLetterId', IdPathPipe) id: string): Promise<DeadLetterResponse> {
    return DeadLetterResponse.from(await this.letters.get(scope.projectId, id));
  }

  @Post(':deadLetterId/replay')
  @HttpCode(200)
  @Access('dead-letters:manage')
  @ApiOperation({
    summary: 'Replay a dead letter',
    description:
      'Its job goes back to its queue with no attempt charged, and its history goes on. When the record of the job is gone, a new job is made from the letter. Answers the job that runs now.',
  })
  @ApiIdParam('deadLetterId')
  @ApiOkResponse({ type: JobResponse })
  @ApiExamples(DeadLetterCommandRequest, { withReason: { reason: 'the provider is back' }, plain: {} })
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async replay(
    @Scope() scope: ProjectScope,
    @Param('deadLetterId', IdPathPipe) id: string,
    @Body() body: DeadLetterCommandRequest,
  ): Promise<JobResponse> {
    const { jobId } = await this.replays.replayOne(scope, id, { reason: body.reason });
    return JobResponse.from(await this.jobs.get(scope.projectId, jobId));
  }

  @Post(':deadLetterId/discard')
  @HttpCode(200)
  @Access('dead-letters:manage')
  @ApiOperation({ summary: 'Close a dead letter without a run', description: 'The job stays a dead letter.' })
  @ApiIdParam('deadLetterId')
  @ApiOkResponse({ type: DeadLetterResponse })
  @ApiExamples(DeadLetterCommandRequest, { withReason: { reason: 'the customer is gone' }, plain: {} })
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async discard(
    @Scope() scope: ProjectScope,
    @Param('deadLetterId', IdPathPipe) id: string,
    @Body() body: DeadLetterCommandRequest,
  ): Promise<DeadLetterResponse> {
    await this.discards.discard(scope, id, body.reason);
    return DeadLetterResponse.from(await this.letters.get(scope.projectId, id));
  }
}

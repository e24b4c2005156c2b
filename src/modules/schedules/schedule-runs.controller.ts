import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiExamples,
  ApiIdParam,
  ApiPage,
  ApiProblems,
  mapPage,
  type Page,
  PageQuery,
  parseTraceparent,
} from '../../platform/http/index.js';
import { IdPathPipe, TRACEPARENT_HEADER } from '../jobs/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { PreviewScheduleRequest } from './preview-schedule.request.js';
import { SchedulePreviewResponse } from './schedule-preview.response.js';
import { SchedulePreviewService } from './schedule-preview.service.js';
import { ScheduleRunReadModel } from './schedule-run.read-model.js';
import { ScheduleRunResponse } from './schedule-run.response.js';
import { ScheduleTrigger } from './schedule-trigger.js';
import { TriggerResponse } from './trigger.response.js';

/** Runs of schedules: those to come, those that were, and one by hand. */
@ApiTags('schedules')
@ApiIdParam('projectId')
@Controller('projects/:projectId/schedules')
export class ScheduleRunsController {
  constructor(
    private readonly previews: SchedulePreviewService,
    private readonly runs: ScheduleRunReadModel,
    private readonly triggers: ScheduleTrigger,
  ) {}

  @Post('preview')
  @HttpCode(200)
  @Access('schedules:read')
  @ApiOperation({
    summary: 'Tell when a definition would fire',
    description: 'Stores nothing. Refuses what creating would refuse.',
  })
  @ApiOkResponse({ type: SchedulePreviewResponse })
  @ApiExamples(PreviewScheduleRequest, {
    cron: { cron: '0 9 * * MON-FRI', timeZone: 'Europe/Berlin', count: 10 },
    interval: { intervalMs: 60_000 },
  })
  @ApiProblems(400, 401, 403, 404, 422)
  async preview(@Body() body: PreviewScheduleRequest): Promise<SchedulePreviewResponse> {
    const { timing, slots } = await this.previews.preview(body);
    return SchedulePreviewResponse.from(timing, slots);
  }

  @Post(':scheduleId/trigger')
  @Access('schedules:manage')
  @ApiOperation({
    summary: 'Make one job of a schedule now',
    description: 'Without a slot: the cadence stays as it is.',
  })
  @ApiIdParam('scheduleId')
  @ApiHeader(TRACEPARENT_HEADER)
  @ApiCreatedResponse({ type: TriggerResponse })
  @ApiProblems(401, 403, 404, 409, 422)
  async trigger(
    @Scope() scope: ProjectScope,
    @Param('scheduleId', IdPathPipe) scheduleId: string,
    @Headers('traceparent') traceparent: string | undefined,
  ): Promise<TriggerResponse> {
    return { jobId: await this.triggers.trigger(scope, scheduleId, parseTraceparent(traceparent)) };
  }

  @Get(':scheduleId/runs')
  @Access('schedules:read')
  @ApiOperation({ summary: 'What became of the slots of a schedule, newest first' })
  @ApiIdParam('scheduleId')
  @ApiPage(ScheduleRunResponse)
  @ApiProblems(401, 403, 404, 422)
  async listRuns(
    @Scope() scope: ProjectScope,
    @Param('scheduleId', IdPathPipe) scheduleId: string,
    @Query() query: PageQuery,
  ): Promise<Page<ScheduleRunResponse>> {
    return mapPage(await this.runs.list(scope.projectId, scheduleId, query), (run) => ScheduleRunResponse.from(run));
  }
}

import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  ApiExamples,
  ApiIdParam,
  ApiIfMatch,
  ApiPage,
  ApiProblems,
  ReasonQuery,
  etagOf,
  mapPage,
  type Page,
} from '../../platform/http/index.js';
import { IdPathPipe } from '../jobs/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { CreateScheduleRequest } from './create-schedule.request.js';
import { ListSchedulesQuery } from './list-schedules.request.js';
import { PauseScheduleRequest } from './pause-schedule.request.js';
import { ScheduleListService } from './schedule-list.service.js';
import { ListedScheduleResponse, ScheduleResponse } from './schedule.response.js';
import { ScheduleService } from './schedule.service.js';
import type { ListedSchedule } from './schedule.store.js';
import { UpdateScheduleRequest } from './update-schedule.request.js';

@ApiTags('schedules')
@ApiIdParam('projectId')
@Controller('projects/:projectId/schedules')
export class SchedulesController {
  constructor(
    private readonly schedules: ScheduleService,
    private readonly lists: ScheduleListService,
  ) {}

  @Get()
  @Access('schedules:read')
  @ApiOperation({
    summary: 'List the schedules of a project, newest first',
    description: 'With what became of their last slots, if asked for.',
  })
  @ApiPage(ListedScheduleResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(@Scope() scope: ProjectScope, @Query() query: ListSchedulesQuery): Promise<Page<ListedScheduleResponse>> {
    return mapPage(await this.lists.list(scope, query), ListedScheduleResponse.fromListed);
  }

  @Post()
  @Access('schedules:manage')
  @ApiOperation({ summary: 'Create a schedule', description: 'One that could never fire is refused.' })
  @ApiCreatedResponse({ type: ScheduleResponse })
  @ApiExamples(CreateScheduleRequest, {
    cron: {
      name: 'daily report',
      queue: 'emails',
      handler: 'http_request',
      payload: { url: 'https://example.com/report' },
      cron: '0 9 * * MON-FRI',
      timeZone: 'Europe/Berlin',
      missedPolicy: 'skip',
      overlapPolicy: 'skip',
    },
    interval: {
      name: 'every minute',
      queue: 'emails',
      handler: 'http_request',
      payload: { url: 'https://example.com/report' },
      intervalMs: 60_000,
    },
    once: {
      name: 'launch',
      queue: 'emails',
      handler: 'http_request',
      payload: { url: 'https://example.com/report' },
      onceAt: '2027-01-31T09:00:00Z',
    },
  })
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async create(
    @Scope() scope: ProjectScope,
    @Body() body: CreateScheduleRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleResponse> {
    return answer(reply, await this.schedules.create(scope, body));
  }

  @Get(':scheduleId')
  @Access('schedules:read')
  @ApiOperation({ summary: 'Get a schedule' })
  @ApiIdParam('scheduleId')
  @ApiOkResponse({ type: ScheduleResponse })
  @ApiProblems(401, 403, 404)
  async get(
    @Scope() scope: ProjectScope,
    @Param('scheduleId', IdPathPipe) scheduleId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleResponse> {
    return answer(reply, await this.schedules.get(scope, scheduleId));
  }

  @Patch(':scheduleId')
  @Access('schedules:manage')
  @ApiOperation({
    summary: 'Change a schedule',
    description: 'Counts at once: the next slot is computed from now on, the next job is made from the new template.',
  })
  @ApiIdParam('scheduleId')
  @ApiIfMatch()
  @ApiOkResponse({ type: ScheduleResponse })
  @ApiExamples(UpdateScheduleRequest, {
    timing: { cron: '30 8 * * *', timeZone: 'UTC' },
    template: { priority: 10, payload: { url: 'https://example.com/other' } },
  })
  @ApiProblems(400, 401, 403, 404, 409, 412, 422)
  async update(
    @Scope() scope: ProjectScope,
    @Param('scheduleId', IdPathPipe) scheduleId: string,
    @Body() body: UpdateScheduleRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleResponse> {
    return answer(reply, await this.schedules.update(scope, scheduleId, body, ifMatch));
  }

  @Delete(':scheduleId')
  @HttpCode(204)
  @Access('schedules:manage')
  @ApiOperation({ summary: 'Delete a schedule', description: 'No further slot fires. Jobs that were made go on.' })
  @ApiIdParam('scheduleId')
  @ApiIfMatch()
  @ApiNoContentResponse()
  @ApiProblems(400, 401, 403, 404, 412)
  async delete(
    @Scope() scope: ProjectScope,
    @Param('scheduleId', IdPathPipe) scheduleId: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Query() { reason }: ReasonQuery,
  ): Promise<void> {
    await this.schedules.delete(scope, scheduleId, { ifMatch, reason });
  }

  @Post(':scheduleId/pause')
  @HttpCode(200)
  @Access('schedules:manage')
  @ApiOperation({ summary: 'Pause a schedule', description: 'Its slots pass unused until it is resumed.' })
  @ApiIdParam('scheduleId')
  @ApiOkResponse({ type: ScheduleResponse })
  @ApiExamples(PauseScheduleRequest, { withReason: { reason: 'The report is being rewritten' }, plain: {} })
  @ApiProblems(400, 401, 403, 404, 422)
  async pause(
    @Scope() scope: ProjectScope,
    @Param('scheduleId', IdPathPipe) scheduleId: string,
    @Body() body: PauseScheduleRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleResponse> {
    return answer(reply, await this.schedules.pause(scope, scheduleId, body.reason ?? undefined));
  }

  @Post(':scheduleId/resume')
  @HttpCode(200)
  @Access('schedules:manage')
  @ApiOperation({ summary: 'Resume a paused schedule', description: 'It goes on with its first slot after now.' })
  @ApiIdParam('scheduleId')
  @ApiOkResponse({ type: ScheduleResponse })
  @ApiProblems(401, 403, 404, 409)
  async resume(
    @Scope() scope: ProjectScope,
    @Param('scheduleId', IdPathPipe) scheduleId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleResponse> {
    return answer(reply, await this.schedules.resume(scope, scheduleId));
  }
}

function answer(reply: FastifyReply, schedule: ListedSchedule): ScheduleResponse {
  void reply.header('etag', etagOf(schedule.version));
  return ScheduleResponse.from(schedule);
}

import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
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
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { CreateQueueRequest } from './create-queue.request.js';
import { ListQueuesQuery } from './list-queues.request.js';
import { PauseQueueRequest } from './pause-queue.request.js';
import { QueuePolicyRequest } from './queue-policy.request.js';
import type { QueueSettings } from './queue-settings.js';
import { QueueListService } from './queue-list.service.js';
import { ListedQueueResponse, QueueResponse } from './queue.response.js';
import { QueueService } from './queue.service.js';

const QUEUE = { name: 'queue', description: 'id or name of the queue', example: 'emails' } as const;

@ApiTags('queues')
@ApiIdParam('projectId')
@Controller('projects/:projectId/queues')
export class QueuesController {
  constructor(
    private readonly queues: QueueService,
    private readonly lists: QueueListService,
  ) {}

  @Get()
  @Access('queues:read')
  @ApiOperation({
    summary: 'List the queues of a project by name',
    description:
      'With their figures, if asked for: what stands in them, what ended in the last hour, and why they do not move.',
  })
  @ApiPage(ListedQueueResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(@Scope() scope: ProjectScope, @Query() query: ListQueuesQuery): Promise<Page<ListedQueueResponse>> {
    return mapPage(await this.lists.list(scope, query), ListedQueueResponse.fromListed);
  }

  @Post()
  @Access('queues:manage')
  @ApiOperation({ summary: 'Create a queue' })
  @ApiCreatedResponse({ type: QueueResponse })
  @ApiExamples(CreateQueueRequest, {
    defaults: { name: 'emails' },
    careful: {
      name: 'payments',
      description: 'One at a time',
      maxConcurrency: 1,
      retryStrategy: 'exponential',
      retryBaseMs: 1_000,
      retryCapMs: 600_000,
      retryJitter: true,
      maxAttempts: 10,
      timeoutMs: 30_000,
    },
  })
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async create(
    @Scope() scope: ProjectScope,
    @Body() body: CreateQueueRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<QueueResponse> {
    return answer(reply, await this.queues.create(scope, body));
  }

  @Get(':queue')
  @Access('queues:read')
  @ApiOperation({ summary: 'Get a queue' })
  @ApiParam(QUEUE)
  @ApiOkResponse({ type: QueueResponse })
  @ApiProblems(401, 403, 404, 422)
  async get(
    @Scope() scope: ProjectScope,
    @Param('queue') queue: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<QueueResponse> {
    return answer(reply, await this.queues.get(scope, queue));
  }

  @Patch(':queue')
  @Access('queues:manage')
  @ApiOperation({
    summary: 'Change the settings of a queue',
    description: 'Jobs that wait are run by the new settings.',
  })
  @ApiParam(QUEUE)
  @ApiIfMatch()
  @ApiOkResponse({ type: QueueResponse })
  @ApiExamples(QueuePolicyRequest, {
    slower: { maxConcurrency: 5 },
    noLimit: { maxConcurrency: null, description: null },
  })
  @ApiProblems(400, 401, 403, 404, 412, 422)
  async update(
    @Scope() scope: ProjectScope,
    @Param('queue') queue: string,
    @Body() body: QueuePolicyRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<QueueResponse> {
    return answer(reply, await this.queues.update(scope, queue, body, ifMatch));
  }

  @Delete(':queue')
  @HttpCode(204)
  @Access('queues:manage')
  @ApiOperation({ summary: 'Delete a queue', description: 'What waits in it is cancelled bit by bit; what runs ends.' })
  @ApiParam(QUEUE)
  @ApiIfMatch()
  @ApiNoContentResponse()
  @ApiProblems(400, 401, 403, 404, 412, 422)
  async delete(
    @Scope() scope: ProjectScope,
    @Param('queue') queue: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Query() { reason }: ReasonQuery,
  ): Promise<void> {
    await this.queues.delete(scope, queue, { ifMatch, reason });
  }

  @Post(':queue/pause')
  @HttpCode(200)
  @Access('queues:manage')
  @ApiOperation({
    summary: 'Pause a queue',
    description: 'It goes on accepting jobs; none is given to a worker. What runs ends.',
  })
  @ApiParam(QUEUE)
  @ApiOkResponse({ type: QueueResponse })
  @ApiExamples(PauseQueueRequest, { withReason: { reason: 'The mail provider is down' }, plain: {} })
  @ApiProblems(400, 401, 403, 404, 422)
  async pause(
    @Scope() scope: ProjectScope,
    @Param('queue') queue: string,
    @Body() body: PauseQueueRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<QueueResponse> {
    return answer(reply, await this.queues.pause(scope, queue, body.reason ?? undefined));
  }

  @Post(':queue/resume')
  @HttpCode(200)
  @Access('queues:manage')
  @ApiOperation({ summary: 'Resume a paused queue' })
  @ApiParam(QUEUE)
  @ApiOkResponse({ type: QueueResponse })
  @ApiProblems(401, 403, 404, 422)
  async resume(
    @Scope() scope: ProjectScope,
    @Param('queue') queue: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<QueueResponse> {
    return answer(reply, await this.queues.resume(scope, queue));
  }
}

function answer(reply: FastifyReply, queue: QueueSettings): QueueResponse {
  void reply.header('etag', etagOf(queue.version));
  return QueueResponse.from(queue);
}

import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiIdParam, ApiProblems, ReasonQuery } from '../../platform/http/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { PurgeResponse } from './purge.response.js';
import { PurgeService } from './purge.service.js';
import { QueueStatsResponse } from './queue-stats.response.js';
import { QueueStatsReadModel } from './queue-stats.read-model.js';
import { QueueService } from './queue.service.js';

/** What stands in a queue, as against what it is set to. */
@ApiTags('queues')
@ApiIdParam('projectId')
@ApiParam({ name: 'queue', description: 'id or name of the queue', example: 'emails' })
@Controller('projects/:projectId/queues/:queue')
export class QueueContentsController {
  constructor(
    private readonly queues: QueueService,
    private readonly purges: PurgeService,
    private readonly readModel: QueueStatsReadModel,
  ) {}

  @Get('stats')
  @Access('queues:read')
  @ApiOperation({
    summary: 'Tell how a queue stands, and why it does not move',
    description: 'Counts stop at 10,000 and say so.',
  })
  @ApiOkResponse({ type: QueueStatsResponse })
  @ApiProblems(401, 403, 404, 422)
  async stats(@Scope() scope: ProjectScope, @Param('queue') queue: string): Promise<QueueStatsResponse> {
    return QueueStatsResponse.from(await this.readModel.read(await this.queues.get(scope, queue)));
  }

  @Post('purge')
  @HttpCode(202)
  @Access('queues:manage')
  @ApiOperation({
    summary: 'Cancel all queued and scheduled jobs of a queue',
    description: 'In batches; jobs that run are left alone.',
  })
  @ApiAcceptedResponse({ type: PurgeResponse })
  @ApiProblems(401, 403, 404, 422)
  async purge(
    @Scope() scope: ProjectScope,
    @Param('queue') queue: string,
    @Query() { reason }: ReasonQuery,
  ): Promise<PurgeResponse> {
    return PurgeResponse.from(await this.purges.purge(scope, queue, reason));
  }
}

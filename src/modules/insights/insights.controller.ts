import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiIdParam, ApiPage, ApiProblems, mapPage, type Page, PageQuery } from '../../platform/http/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { AttentionReadModel } from './attention.read-model.js';
import { AttentionResponse } from './attention.response.js';
import { ProjectStatsReadModel } from './project-stats.read-model.js';
import { StatsQuery } from './project-stats.request.js';
import { ProjectStatsResponse } from './project-stats.response.js';
import { WorkerReadModel } from './worker.read-model.js';
import { WorkerResponse } from './worker.response.js';

/** How a project stands, for dashboards. */
@ApiTags('insights')
@ApiIdParam('projectId')
@Controller('projects/:projectId')
export class InsightsController {
  constructor(
    private readonly statistics: ProjectStatsReadModel,
    private readonly fleet: WorkerReadModel,
    private readonly troubles: AttentionReadModel,
  ) {}

  @Get('stats')
  @Access('stats:read')
  @ApiOperation({ summary: 'Tell how a project stands', description: 'Counts stop at 10,000 and say so.' })
  @ApiOkResponse({ type: ProjectStatsResponse })
  @ApiProblems(401, 403, 404, 422)
  async stats(@Scope() scope: ProjectScope, @Query() query: StatsQuery): Promise<ProjectStatsResponse> {
    return ProjectStatsResponse.from(await this.statistics.read(scope.projectId, query.minutes));
  }

  @Get('attention')
  @Access('stats:read')
  @ApiOperation({
    summary: 'List what needs attention in a project',
    description: 'What is stuck, failing or about to be; at most 50 of a kind. Empty when all is well.',
  })
  @ApiOkResponse({ type: AttentionResponse })
  @ApiProblems(401, 403, 404)
  async attention(@Scope() scope: ProjectScope): Promise<AttentionResponse> {
    return AttentionResponse.from(await this.troubles.read(scope));
  }

  @Get('workers')
  @Access('workers:read')
  @ApiOperation({
    summary: 'List the workers that serve the queues of a project',
    description: 'Those that showed life in the last day.',
  })
  @ApiPage(WorkerResponse)
  @ApiProblems(401, 403, 404, 422)
  async workers(@Scope() scope: ProjectScope, @Query() query: PageQuery): Promise<Page<WorkerResponse>> {
    return mapPage(await this.fleet.list(scope, query), (worker) => WorkerResponse.from(worker));
  }
}

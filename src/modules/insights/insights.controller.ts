import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiIdParam, ApiProblems } from '../../platform/http/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { AttentionReadModel } from './attention.read-model.js';
import { AttentionResponse } from './attention.response.js';
import { ProjectStatsReadModel } from './project-stats.read-model.js';
import { StatsQuery } from './project-stats.request.js';
import { ProjectStatsResponse } from './project-stats.response.js';
import { ThroughputReadModel } from './throughput.read-model.js';
import { ThroughputQuery } from './throughput.request.js';
import { ThroughputResponse } from './throughput.response.js';

/** How a project stands, for dashboards. */
@ApiTags('insights')
@ApiIdParam('projectId')
@Controller('projects/:projectId')
export class InsightsController {
  constructor(
    private readonly statistics: ProjectStatsReadModel,
    private readonly troubles: AttentionReadModel,
    private readonly series: ThroughputReadModel,
  ) {}

  @Get('stats')
  @Access('stats:read')
  @ApiOperation({ summary: 'Tell how a project stands', description: 'Counts stop at 10,000 and say so.' })
  @ApiOkResponse({ type: ProjectStatsResponse })
  @ApiProblems(401, 403, 404, 422)
  async stats(@Scope() scope: ProjectScope, @Query() query: StatsQuery): Promise<ProjectStatsResponse> {
    return ProjectStatsResponse.from(await this.statistics.read(scope.projectId, query.minutes));
  }

  @Get('throughput')
  @Access('stats:read')
  @ApiOperation({
    summary: 'Tell what ended over time, for charts',
    description:
      'Attempts by outcome, with latencies, of a project or of one of its queues, in buckets of whole minutes. Read from roll-ups: the last bucket is up to half a minute behind.',
  })
  @ApiOkResponse({ type: ThroughputResponse })
  @ApiProblems(401, 403, 404, 422)
  async throughput(@Scope() scope: ProjectScope, @Query() query: ThroughputQuery): Promise<ThroughputResponse> {
    return ThroughputResponse.from(await this.series.read(scope.projectId, query));
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
}

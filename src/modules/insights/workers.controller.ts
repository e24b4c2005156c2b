import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiIdParam, ApiPage, ApiProblems, mapPage, type Page, PageQuery } from '../../platform/http/index.js';
import { IdPathPipe } from '../jobs/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { WorkerDetailResponse } from './worker-detail.response.js';
import { WorkerJobsReadModel } from './worker-jobs.read-model.js';
import { WorkerReadModel } from './worker.read-model.js';
import { WorkerResponse } from './worker.response.js';

/** The workers that serve a project; they may serve others, too. */
@ApiTags('insights')
@ApiIdParam('projectId')
@Controller('projects/:projectId/workers')
export class WorkersController {
  constructor(
    private readonly fleet: WorkerReadModel,
    private readonly held: WorkerJobsReadModel,
  ) {}

  @Get()
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

  @Get(':workerId')
  @Access('workers:read')
  @ApiOperation({
    summary: 'Get a worker with the jobs of this project that it holds',
    description: 'Those of other projects are not told.',
  })
  @ApiIdParam('workerId')
  @ApiOkResponse({ type: WorkerDetailResponse })
  @ApiProblems(401, 403, 404)
  async worker(
    @Scope() scope: ProjectScope,
    @Param('workerId', IdPathPipe) workerId: string,
  ): Promise<WorkerDetailResponse> {
    const worker = await this.fleet.get(scope, workerId);
    return WorkerDetailResponse.fromDetail(worker, await this.held.read(scope.projectId, workerId));
  }
}

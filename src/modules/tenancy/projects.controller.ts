import { Body, Controller, Delete, Get, Headers, HttpCode, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ApiExamples,
  ApiIdParam,
  ApiIfMatch,
  ApiPage,
  ApiProblems,
  etagOf,
  mapPage,
  type Page,
  ReasonQuery,
} from '../../platform/http/index.js';
import { Access, Authenticated, clientIpOf, CurrentPrincipal, type Principal } from '../auth/index.js';
import { CreateProjectRequest } from './create-project.request.js';
import { ListProjectsQuery } from './list-projects.request.js';
import { ProjectResponse } from './project.response.js';
import { ProjectService } from './project.service.js';
import { type ProjectScope, Scope } from './project-scope.js';
import { UpdateProjectRequest } from './update-project.request.js';

@ApiTags('projects')
@Controller('projects')
export class ProjectsController {
  constructor(private readonly projects: ProjectService) {}

  @Get()
  @Authenticated()
  @ApiOperation({ summary: 'List the projects that you can see, newest first' })
  @ApiPage(ProjectResponse)
  @ApiProblems(401, 422)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListProjectsQuery,
  ): Promise<Page<ProjectResponse>> {
    return mapPage(await this.projects.list(principal, query), (project) => ProjectResponse.from(project));
  }

  @Post()
  @Authenticated()
  @ApiOperation({ summary: 'Create a project in an organization' })
  @ApiCreatedResponse({ type: ProjectResponse })
  @ApiExamples(CreateProjectRequest, {
    project: { organizationId: '0190163d-8694-739b-aea5-966c26f8ad91', name: 'Web shop' },
  })
  @ApiProblems(400, 401, 403, 409, 422)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateProjectRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProjectResponse> {
    const from = { requestId: request.id, ip: clientIpOf(request) };
    return answer(reply, await this.projects.create(principal, body, from));
  }

  @Get(':projectId')
  @Access('project:read')
  @ApiOperation({ summary: 'Get a project' })
  @ApiIdParam('projectId')
  @ApiOkResponse({ type: ProjectResponse })
  @ApiProblems(401, 403, 404)
  async get(@Scope() scope: ProjectScope, @Res({ passthrough: true }) reply: FastifyReply): Promise<ProjectResponse> {
    return answer(reply, await this.projects.get(scope));
  }

  @Patch(':projectId')
  @Access('project:manage')
  @ApiOperation({ summary: 'Rename a project' })
  @ApiIdParam('projectId')
  @ApiIfMatch()
  @ApiOkResponse({ type: ProjectResponse })
  @ApiExamples(UpdateProjectRequest, { rename: { name: 'Web shop, Europe' } })
  @ApiProblems(400, 401, 403, 404, 409, 412, 422)
  async update(
    @Scope() scope: ProjectScope,
    @Body() body: UpdateProjectRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProjectResponse> {
    return answer(reply, await this.projects.rename(scope, body.name, ifMatch));
  }

  @Delete(':projectId')
  @HttpCode(204)
  @Access('project:manage')
  @ApiOperation({
    summary: 'Delete a project with all that it holds',
    description: 'It is gone at once; its rows are removed bit by bit.',
  })
  @ApiIdParam('projectId')
  @ApiIfMatch()
  @ApiNoContentResponse()
  @ApiProblems(400, 401, 403, 404, 412, 422)
  async delete(
    @Scope() scope: ProjectScope,
    @Headers('if-match') ifMatch: string | undefined,
    @Query() { reason }: ReasonQuery,
  ): Promise<void> {
    await this.projects.delete(scope, { ifMatch, reason });
  }
}

function answer(reply: FastifyReply, project: Parameters<typeof ProjectResponse.from>[0]): ProjectResponse {
  void reply.header('etag', etagOf(project.version));
  return ProjectResponse.from(project);
}

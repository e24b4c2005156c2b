import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiExamples,
  ApiIdParam,
  ApiPage,
  ApiProblems,
  mapPage,
  type Page,
  PageQuery,
} from '../../platform/http/index.js';
import { AuditLogReadModel } from '../audit/index.js';
import { AccountMails, AuthConfig, OperatorOnly, Personal, type PersonalScope } from '../auth/index.js';
import { QuotasConfig } from '../quotas/index.js';
import { AuditEntryResponse, AuditLogQuery } from '../tenancy/index.js';
import { OperatorReadModel } from './operator.read-model.js';
import { UpdateProjectLimitsRequest } from './operator.request.js';
import {
  InstallationProjectResponse,
  InstallationSettingsResponse,
  InstallationWorkerResponse,
} from './operator.response.js';
import { OperatorService } from './operator.service.js';

/** For those who look after the installation: what is shared by all tenants. */
@ApiTags('operator')
@OperatorOnly()
@Controller('operator')
export class OperatorController {
  constructor(
    private readonly installation: OperatorReadModel,
    private readonly service: OperatorService,
    private readonly audit: AuditLogReadModel,
  ) {}

  @Get('workers')
  @ApiOperation({ summary: 'List all workers with their hosts, newest first' })
  @ApiPage(InstallationWorkerResponse)
  @ApiProblems(401, 403, 422)
  async workers(@Query() query: PageQuery): Promise<Page<InstallationWorkerResponse>> {
    return mapPage(await this.installation.workers(query), (worker) => InstallationWorkerResponse.from(worker));
  }

  @Get('projects')
  @ApiOperation({ summary: 'List the projects of all organizations with their limits, newest first' })
  @ApiPage(InstallationProjectResponse)
  @ApiProblems(401, 403, 422)
  async projects(@Query() query: PageQuery): Promise<Page<InstallationProjectResponse>> {
    return mapPage(await this.installation.projects(query), (project) => InstallationProjectResponse.from(project));
  }

  @Get('projects/:projectId')
  @ApiOperation({ summary: 'Get the limits of a project' })
  @ApiIdParam('projectId')
  @ApiOkResponse({ type: InstallationProjectResponse })
  @ApiProblems(401, 403, 404)
  async project(@Param('projectId') projectId: string): Promise<InstallationProjectResponse> {
    return InstallationProjectResponse.from(await this.service.project(projectId));
  }

  @Patch('projects/:projectId')
  @ApiOperation({ summary: 'Change the limits of a project', description: 'They count within the minute.' })
  @ApiIdParam('projectId')
  @ApiOkResponse({ type: InstallationProjectResponse })
  @ApiExamples(UpdateProjectLimitsRequest, { raise: { enqueueLimitPerMinute: 50_000 } })
  @ApiProblems(400, 401, 403, 404, 422)
  async updateProject(
    @Personal() scope: PersonalScope,
    @Param('projectId') projectId: string,
    @Body() body: UpdateProjectLimitsRequest,
  ): Promise<InstallationProjectResponse> {
    const changed = await this.service.setEnqueueLimit(scope, projectId, body.enqueueLimitPerMinute);
    return InstallationProjectResponse.from(changed);
  }

  @Get('audit-log')
  @ApiOperation({ summary: 'List who did what in the whole installation, newest first' })
  @ApiPage(AuditEntryResponse)
  @ApiProblems(401, 403, 422)
  async auditLog(@Query() query: AuditLogQuery): Promise<Page<AuditEntryResponse>> {
    const page = await this.audit.list({ installation: true }, AuditLogQuery.filterOf(query));
    return mapPage(page, (entry) => AuditEntryResponse.from(entry));
  }
}

@ApiTags('operator')
@OperatorOnly()
@Controller('operator/settings')
export class OperatorSettingsController {
  constructor(
    private readonly auth: AuthConfig,
    private readonly quotas: QuotasConfig,
    private readonly mails: AccountMails,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Tell how the installation is set up' })
  @ApiOkResponse({ type: InstallationSettingsResponse })
  @ApiProblems(401, 403)
  settings(): InstallationSettingsResponse {
    return InstallationSettingsResponse.from(this.auth, this.quotas, this.mails.canSend);
  }
}

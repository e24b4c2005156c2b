import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiIdParam, ApiPage, ApiProblems, mapPage, type Page } from '../../platform/http/index.js';
import { AuditLogReadModel } from '../audit/index.js';
import { Access } from '../auth/index.js';
import { AuditLogQuery } from './audit-log.request.js';
import { AuditEntryResponse } from './audit-log.response.js';
import { type ProjectScope, Scope } from './project-scope.js';

/** Stands here and not in audit, which is below everything that acts, and so below the guard. */
@ApiTags('audit')
@ApiIdParam('projectId')
@Controller('projects/:projectId/audit-log')
export class AuditLogController {
  constructor(private readonly entries: AuditLogReadModel) {}

  @Get()
  @Access('audit:read')
  @ApiOperation({ summary: 'List who did what in a project, newest first' })
  @ApiPage(AuditEntryResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(@Scope() scope: ProjectScope, @Query() query: AuditLogQuery): Promise<Page<AuditEntryResponse>> {
    const page = await this.entries.list(scope.projectId, AuditLogQuery.filterOf(query));
    return mapPage(page, (entry) => AuditEntryResponse.from(entry));
  }
}

import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiIdParam, ApiPage, ApiProblems, mapPage, type Page } from '../../platform/http/index.js';
import { AuditExporter, AuditLogReadModel } from '../audit/index.js';
import { Access } from '../auth/index.js';
import { ApiAuditExport, exportAnswer } from './audit-export.answer.js';
import { AuditExportQuery, AuditLogQuery } from './audit-log.request.js';
import { AuditEntryResponse } from './audit-log.response.js';
import { type ProjectScope, Scope } from './project-scope.js';

/** Stands here and not in audit, which is below everything that acts, and so below the guard. */
@ApiTags('audit')
@ApiIdParam('projectId')
@Controller('projects/:projectId/audit-log')
export class AuditLogController {
  constructor(
    private readonly entries: AuditLogReadModel,
    private readonly exporter: AuditExporter,
  ) {}

  @Get()
  @Access('audit:read')
  @ApiOperation({ summary: 'List who did what in a project, newest first' })
  @ApiPage(AuditEntryResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(@Scope() scope: ProjectScope, @Query() query: AuditLogQuery): Promise<Page<AuditEntryResponse>> {
    const page = await this.entries.list({ projectId: scope.projectId }, AuditLogQuery.filterOf(query));
    return mapPage(page, (entry) => AuditEntryResponse.from(entry));
  }

  @Get('export')
  @Access('audit:read')
  @ApiOperation({
    summary: 'Export who did what in a project',
    description: 'At most 5,000 entries; a cursor goes on.',
  })
  @ApiAuditExport()
  @ApiProblems(401, 403, 404, 422)
  async export(
    @Scope() scope: ProjectScope,
    @Query() query: AuditExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { format = 'ndjson' } = query;
    const audience = { projectId: scope.projectId };
    return exportAnswer(reply, await this.exporter.export(audience, AuditLogQuery.filterOf(query), format), format);
  }
}

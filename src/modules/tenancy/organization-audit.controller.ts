import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiIdParam, ApiPage, ApiProblems, mapPage, type Page } from '../../platform/http/index.js';
import { AuditExporter, AuditLogReadModel } from '../audit/index.js';
import { OrganizationAccess } from '../auth/index.js';
import { ApiAuditExport, exportAnswer } from './audit-export.answer.js';
import { AuditExportQuery, AuditLogQuery } from './audit-log.request.js';
import { AuditEntryResponse } from './audit-log.response.js';
import { InOrganization, type OrganizationScope } from './organization-scope.js';

@ApiTags('organization-audit')
@ApiIdParam('organizationId')
@OrganizationAccess('audit:read')
@Controller('organizations/:organizationId/audit-log')
export class OrganizationAuditController {
  constructor(
    private readonly entries: AuditLogReadModel,
    private readonly exporter: AuditExporter,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List who did what in an organization and its projects, newest first' })
  @ApiPage(AuditEntryResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(
    @InOrganization() { organizationId }: OrganizationScope,
    @Query() query: AuditLogQuery,
  ): Promise<Page<AuditEntryResponse>> {
    const page = await this.entries.list({ organizationId }, AuditLogQuery.filterOf(query));
    return mapPage(page, (entry) => AuditEntryResponse.from(entry));
  }

  @Get('export')
  @ApiOperation({
    summary: 'Export who did what in an organization and its projects',
    description: 'At most 5,000 entries; a cursor goes on.',
  })
  @ApiAuditExport()
  @ApiProblems(401, 403, 404, 422)
  async export(
    @InOrganization() { organizationId }: OrganizationScope,
    @Query() query: AuditExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { format = 'ndjson' } = query;
    const exported = await this.exporter.export({ organizationId }, AuditLogQuery.filterOf(query), format);
    return exportAnswer(reply, exported, format);
  }
}

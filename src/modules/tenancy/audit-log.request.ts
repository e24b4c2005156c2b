import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { parseInstant } from '../../kernel/instants.js';
import { PageQuery } from '../../platform/http/index.js';
import { IfPresent, IsInstant } from '../../platform/validation/index.js';
import { type AuditLogFilter, EXPORT_FORMATS, type ExportFormat, MAX_EXPORTED } from '../audit/index.js';

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

export class AuditLogQuery extends PageQuery {
  @ApiPropertyOptional({ type: 'string', description: 'an action, or all of a kind with a star', example: 'queue.*' })
  @IfPresent()
  @Matches(/^[a-z_]{1,40}\.(?:[a-z_]{1,40}|\*)$/)
  action?: string;

  @ApiPropertyOptional({
    type: 'string',
    description: 'user:<id>, key:<id>, cli:<account> for the command line, or system for what Rota did by itself',
    example: 'system',
  })
  @IfPresent()
  @Matches(new RegExp(`^(?:(?:user|key):${UUID}|cli:[^:\\p{C}]{1,32}|system)$`, 'u'))
  actor?: string;

  @ApiPropertyOptional({
    type: 'string',
    description: 'what was done to this target, alone or among many; of a job also what was done to its dead letters',
    example: 'job:0190163d-8694-739b-aea5-966c26f8ad91',
  })
  @IfPresent()
  @Matches(/^[a-z_]{1,40}:[A-Za-z0-9_.-]{1,100}$/)
  target?: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'entries at or after this instant' })
  @IfPresent()
  @IsInstant()
  since?: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'entries before this instant' })
  @IfPresent()
  @IsInstant()
  until?: string;

  static filterOf(query: AuditLogQuery): AuditLogFilter {
    const { limit, cursor, action, actor, target } = query;
    return { limit, cursor, action, actor, target, since: parseInstant(query.since), until: parseInstant(query.until) };
  }
}

export class AuditExportQuery extends AuditLogQuery {
  @ApiPropertyOptional({ enum: EXPORT_FORMATS, default: 'ndjson', description: 'one entry a line, as JSON or as CSV' })
  @IfPresent()
  @IsIn(EXPORT_FORMATS)
  format?: ExportFormat;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_EXPORTED, default: MAX_EXPORTED })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_EXPORTED)
  override limit: number = MAX_EXPORTED;
}

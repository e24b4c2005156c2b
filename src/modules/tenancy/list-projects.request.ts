import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { PageQuery } from '../../platform/http/index.js';
import { IfPresent } from '../../platform/validation/index.js';

export class ListProjectsQuery extends PageQuery {
  @ApiPropertyOptional({ type: 'string', format: 'uuid', description: 'only projects of this organization' })
  @IfPresent()
  @IsUUID()
  organizationId?: string;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { PageQuery } from '../../platform/http/index.js';
import { IfPresent } from '../../platform/validation/index.js';

export class ListQueuesQuery extends PageQuery {
  @ApiPropertyOptional({ enum: ['stats'], description: 'stats: the figures of each queue come along' })
  @IfPresent()
  @IsIn(['stats'])
  with?: 'stats';
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { PageQuery } from '../../platform/http/index.js';
import { IfPresent } from '../../platform/validation/index.js';

export class ListSchedulesQuery extends PageQuery {
  @ApiPropertyOptional({ enum: ['runs'], description: 'runs: the last 20 runs of each schedule come along' })
  @IfPresent()
  @IsIn(['runs'])
  with?: 'runs';
}

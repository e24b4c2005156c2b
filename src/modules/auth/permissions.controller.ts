import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../../platform/http/index.js';
import { Authenticated } from './access.decorator.js';
import { PermissionsResponse } from './permissions.response.js';

@ApiTags('permissions')
@Controller('permissions')
export class PermissionsController {
  @Get()
  @Authenticated()
  @ApiOperation({ summary: 'Tell what each role and each scope of a key may do' })
  @ApiOkResponse({ type: PermissionsResponse })
  @ApiProblems(401)
  get(): PermissionsResponse {
    return PermissionsResponse.ofTable();
  }
}

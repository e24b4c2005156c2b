import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../../platform/http/index.js';
import { Authenticated } from '../auth/index.js';
import { HandlerRegistry } from './handler.registry.js';
import { HandlerResponse, HandlersResponse } from './handler.response.js';

@ApiTags('handlers')
@Controller('handlers')
export class HandlersController {
  constructor(private readonly registry: HandlerRegistry) {}

  /** Every handler that a job can name, with the schema of its payload and an example that works as it is. */
  @Get()
  @Authenticated()
  @ApiOperation({ summary: 'List handlers' })
  @ApiOkResponse({ type: HandlersResponse })
  @ApiProblems(401)
  list(): HandlersResponse {
    return { data: this.registry.describe().map((handler) => HandlerResponse.from(handler)) };
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiPage, ApiProblems, mapPage, type Page, PageQuery } from '../../platform/http/index.js';
import { Authenticated, CurrentPrincipal, type Principal } from '../auth/index.js';
import { MeResponse } from './me.response.js';
import { MeService } from './me.service.js';
import { OrganizationResponse } from './organization.response.js';

@ApiTags('me')
@Authenticated()
@Controller()
export class MeController {
  constructor(private readonly service: MeService) {}

  @Get('me')
  @ApiOperation({ summary: 'Who am I, and where am I a member?' })
  @ApiOkResponse({ type: MeResponse })
  @ApiProblems(401)
  async describe(@CurrentPrincipal() principal: Principal): Promise<MeResponse> {
    return this.service.describe(principal);
  }

  @Get('organizations')
  @ApiOperation({ summary: 'List the organizations that you are a member of, newest first' })
  @ApiPage(OrganizationResponse)
  @ApiProblems(401, 403, 422)
  async organizations(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<Page<OrganizationResponse>> {
    return mapPage(await this.service.organizationsOf(principal, query), (row) => OrganizationResponse.from(row));
  }
}

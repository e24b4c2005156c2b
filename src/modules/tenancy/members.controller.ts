import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiExamples,
  ApiIdParam,
  ApiPage,
  ApiProblems,
  mapPage,
  type Page,
  PageQuery,
  ReasonQuery,
} from '../../platform/http/index.js';
import { OrganizationAccess } from '../auth/index.js';
import { ChangeMemberRequest } from './member.request.js';
import { MemberResponse } from './member.response.js';
import { MemberService } from './member.service.js';
import { InOrganization, type OrganizationScope } from './organization-scope.js';

@ApiTags('members')
@ApiIdParam('organizationId')
@Controller('organizations/:organizationId/members')
export class MembersController {
  constructor(private readonly members: MemberService) {}

  @Get()
  @OrganizationAccess('members:read')
  @ApiOperation({ summary: 'List the members of an organization' })
  @ApiPage(MemberResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(@InOrganization() scope: OrganizationScope, @Query() query: PageQuery): Promise<Page<MemberResponse>> {
    return mapPage(await this.members.list(scope, query), (member) => MemberResponse.from(member));
  }

  @Patch(':userId')
  @OrganizationAccess('members:manage')
  @ApiOperation({ summary: 'Change the role of a member', description: 'It counts with the next request.' })
  @ApiIdParam('userId')
  @ApiOkResponse({ type: MemberResponse })
  @ApiExamples(ChangeMemberRequest, { promote: { role: 'admin' } })
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async changeRole(
    @InOrganization() scope: OrganizationScope,
    @Param('userId') userId: string,
    @Body() body: ChangeMemberRequest,
  ): Promise<MemberResponse> {
    return MemberResponse.from(await this.members.changeRole(scope, userId, body.role));
  }

  @Delete(':userId')
  @HttpCode(204)
  @OrganizationAccess('members:manage')
  @ApiOperation({ summary: 'Remove a member', description: 'Their sessions end within a second.' })
  @ApiIdParam('userId')
  @ApiNoContentResponse()
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async remove(
    @InOrganization() scope: OrganizationScope,
    @Param('userId') userId: string,
    @Query() { reason }: ReasonQuery,
  ): Promise<void> {
    await this.members.remove(scope, userId, reason);
  }
}

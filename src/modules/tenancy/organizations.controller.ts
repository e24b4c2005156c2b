import { Body, Controller, Delete, Get, Headers, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiExamples, ApiIdParam, ApiIfMatch, ApiProblems, etagOf, ReasonQuery } from '../../platform/http/index.js';
import { OrganizationAccess, Personal, type PersonalScope, UserOnly } from '../auth/index.js';
import { MemberService } from './member.service.js';
import { CreateOrganizationRequest, UpdateOrganizationRequest } from './organization.request.js';
import { OrganizationDetailResponse } from './organization.response.js';
import { OrganizationService } from './organization.service.js';
import { InOrganization, type OrganizationScope } from './organization-scope.js';
import type { Organization } from './organization.store.js';

@ApiTags('organizations')
@Controller('organizations')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly members: MemberService,
  ) {}

  @Post()
  @UserOnly()
  @ApiOperation({
    summary: 'Create an organization',
    description: 'You become its owner. Open to operators, and to everybody where sign-up is open.',
  })
  @ApiCreatedResponse({ type: OrganizationDetailResponse })
  @ApiExamples(CreateOrganizationRequest, { organization: { name: 'Example Inc.' } })
  @ApiProblems(400, 401, 403, 422)
  async create(
    @Personal() scope: PersonalScope,
    @Body() body: CreateOrganizationRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrganizationDetailResponse> {
    return answer(reply, await this.organizations.create(scope, body.name));
  }

  @Get(':organizationId')
  @OrganizationAccess('organization:read')
  @ApiOperation({ summary: 'Get an organization' })
  @ApiIdParam('organizationId')
  @ApiOkResponse({ type: OrganizationDetailResponse })
  @ApiProblems(401, 403, 404)
  async get(
    @InOrganization() scope: OrganizationScope,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrganizationDetailResponse> {
    return answer(reply, await this.organizations.get(scope));
  }

  @Patch(':organizationId')
  @OrganizationAccess('organization:manage')
  @ApiOperation({ summary: 'Rename an organization' })
  @ApiIdParam('organizationId')
  @ApiIfMatch()
  @ApiOkResponse({ type: OrganizationDetailResponse })
  @ApiExamples(UpdateOrganizationRequest, { rename: { name: 'Example Ltd.' } })
  @ApiProblems(400, 401, 403, 404, 412, 422)
  async update(
    @InOrganization() scope: OrganizationScope,
    @Body() body: UpdateOrganizationRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrganizationDetailResponse> {
    return answer(reply, await this.organizations.rename(scope, body.name, ifMatch));
  }

  @Delete(':organizationId')
  @HttpCode(204)
  @OrganizationAccess('organization:manage')
  @ApiOperation({ summary: 'Delete an organization that has no project any more' })
  @ApiIdParam('organizationId')
  @ApiIfMatch()
  @ApiNoContentResponse()
  @ApiProblems(400, 401, 403, 404, 409, 412, 422)
  async delete(
    @InOrganization() scope: OrganizationScope,
    @Headers('if-match') ifMatch: string | undefined,
    @Query() { reason }: ReasonQuery,
  ): Promise<void> {
    await this.organizations.delete(scope, { ifMatch, reason });
  }

  @Post(':organizationId/leave')
  @HttpCode(204)
  @OrganizationAccess('organization:read')
  @ApiOperation({ summary: 'Leave an organization', description: 'Its last owner cannot.' })
  @ApiIdParam('organizationId')
  @ApiNoContentResponse()
  @ApiProblems(401, 403, 404, 409)
  async leave(@InOrganization() scope: OrganizationScope): Promise<void> {
    await this.members.leave(scope);
  }
}

function answer(reply: FastifyReply, organization: Organization): OrganizationDetailResponse {
  void reply.header('etag', etagOf(organization.version));
  return OrganizationDetailResponse.from(organization);
}

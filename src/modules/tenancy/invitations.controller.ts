import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
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
import { CreateInvitationRequest } from './invitation.request.js';
import { CreatedInvitationResponse, InvitationResponse } from './invitation.response.js';
import { InvitationService } from './invitation.service.js';
import { InOrganization, type OrganizationScope } from './organization-scope.js';

@ApiTags('invitations')
@ApiIdParam('organizationId')
@OrganizationAccess('members:manage')
@Controller('organizations/:organizationId/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationService) {}

  @Get()
  @ApiOperation({ summary: 'List the invitations that can still be accepted, newest first' })
  @ApiPage(InvitationResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(@InOrganization() scope: OrganizationScope, @Query() query: PageQuery): Promise<Page<InvitationResponse>> {
    return mapPage(await this.invitations.list(scope, query), (invitation) => InvitationResponse.from(invitation));
  }

  @Post()
  @ApiOperation({
    summary: 'Invite somebody',
    description:
      'The link is shown in the answer and never again; it goes out as a mail, too, where there is a server.',
  })
  @ApiCreatedResponse({ type: CreatedInvitationResponse })
  @ApiExamples(CreateInvitationRequest, { member: { email: 'ada@example.com', role: 'member' } })
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async create(
    @InOrganization() scope: OrganizationScope,
    @Body() body: CreateInvitationRequest,
  ): Promise<CreatedInvitationResponse> {
    return CreatedInvitationResponse.fromCreated(await this.invitations.create(scope, body.email, body.role));
  }

  @Delete(':invitationId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke an invitation', description: 'Its link is dead at once.' })
  @ApiIdParam('invitationId')
  @ApiNoContentResponse()
  @ApiProblems(400, 401, 403, 404, 422)
  async revoke(
    @InOrganization() scope: OrganizationScope,
    @Param('invitationId') invitationId: string,
    @Query() { reason }: ReasonQuery,
  ): Promise<void> {
    await this.invitations.revoke(scope, invitationId, reason);
  }
}

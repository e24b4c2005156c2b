import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type MemberRole } from '../auth/index.js';
import type { CreatedInvitation } from './invitation.service.js';
import type { Invitation } from './invitation.store.js';
import type { InspectedInvitation } from './joining.service.js';

export class InvitationResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', example: 'ada@example.com' })
  email: string;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: MemberRole;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'the user who invited' })
  invitedBy: string | null;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time' })
  expiresAt: Date;

  static from({ id, email, role, invitedBy, createdAt, expiresAt }: Invitation): InvitationResponse {
    return { id, email, role, invitedBy, createdAt, expiresAt };
  }
}

export class CreatedInvitationResponse extends InvitationResponse {
  @ApiProperty({ type: 'string', description: 'shown this once: give it to whom you invite', example: 'rota_invite_…' })
  token: string;

  @ApiProperty({
    type: 'string',
    description: 'the page of the admin app that takes the token',
    example: 'http://localhost:5173/invitation#token=rota_invite_…',
  })
  link: string;

  @ApiProperty({ type: 'boolean', description: 'a mail with the link is on its way' })
  isMailed: boolean;

  static fromCreated({ invitation, token, link, isMailed }: CreatedInvitation): CreatedInvitationResponse {
    return Object.assign(new CreatedInvitationResponse(), InvitationResponse.from(invitation), {
      token,
      link,
      isMailed,
    });
  }
}

export class InspectedInvitationResponse {
  @ApiProperty({ type: 'string', example: 'Example Inc.' })
  organizationName: string;

  @ApiProperty({ type: 'string', example: 'ada@example.com' })
  email: string;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: MemberRole;

  @ApiProperty({ type: 'string', format: 'date-time' })
  expiresAt: Date;

  @ApiProperty({ type: 'boolean', description: 'true: sign in and accept; false: register' })
  isRegistered: boolean;

  static from({ invitation, isRegistered }: InspectedInvitation): InspectedInvitationResponse {
    const { organizationName, email, role, expiresAt } = invitation;
    return { organizationName, email, role, expiresAt, isRegistered };
  }
}

import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';
import type { MemberRole } from '../auth/index.js';

export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewInvitation {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly tokenHash: Buffer;
  readonly invitedBy: string;
  readonly lifeSeconds: number;
}

const SELECT = `
  SELECT i.id, i.organization_id AS "organizationId", o.name AS "organizationName", i.email, i.role, i.invited_by AS "invitedBy",
         i.created_at AS "createdAt", i.expires_at AS "expiresAt"
  FROM invitations i JOIN organizations o ON o.id = i.organization_id`;

@Injectable()
export class InvitationStore {
  /** A new invitation takes the place of an open one for the same address. */
  async insert(session: Session, invitation: NewInvitation): Promise<Invitation> {
    await session.execute(
      'DELETE FROM invitations WHERE organization_id = $1 AND lower(email) = lower($2) AND accepted_at IS NULL',
      [invitation.organizationId, invitation.email],
    );
    await session.execute(
      `INSERT INTO invitations (id, organization_id, email, role, token_hash, invited_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
      [
        invitation.id,
        invitation.organizationId,
        invitation.email,
        invitation.role,
        invitation.tokenHash,
        invitation.invitedBy,
        invitation.lifeSeconds,
      ],
    );
    const [row] = await session.query<Invitation>(`${SELECT} WHERE i.id = $1`, [invitation.id]);
    return row as Invitation;
  }

  async isMember(session: Session, organizationId: string, email: string): Promise<boolean> {
    const rows = await session.query(
      `SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND lower(u.email) = lower($2)`,
      [organizationId, email],
    );
    return rows.length > 0;
  }

  /** Those that can still be accepted, newest first, from below `beforeId`. */
  async list(
    session: Session,
    organizationId: string,
    beforeId: string | undefined,
    limit: number,
  ): Promise<Invitation[]> {
    return session.query<Invitation>(
      `${SELECT} WHERE i.organization_id = $1 AND ($2::uuid IS NULL OR i.id < $2) AND i.accepted_at IS NULL AND i.expires_at > now()
       ORDER BY i.id DESC LIMIT $3`,
      [organizationId, beforeId ?? null, limit],
    );
  }

  /** What was removed; an accepted invitation is history and stays. */
  async remove(session: Session, organizationId: string, invitationId: string): Promise<string | undefined> {
    const [row] = await session.query<{ email: string }>(
      'DELETE FROM invitations WHERE organization_id = $1 AND id = $2 AND accepted_at IS NULL RETURNING email',
      [organizationId, invitationId],
    );
    return row?.email;
  }

  async findOpen(session: Session, tokenHash: Buffer): Promise<Invitation | undefined> {
    const [row] = await session.query<Invitation>(
      `${SELECT} WHERE i.token_hash = $1 AND i.accepted_at IS NULL AND i.expires_at > now()`,
      [tokenHash],
    );
    return row;
  }

  /** The one statement that decides: an invitation is accepted once. */
  async take(session: Session, invitationId: string): Promise<boolean> {
    const taken = await session.execute(
      'UPDATE invitations SET accepted_at = now() WHERE id = $1 AND accepted_at IS NULL AND expires_at > now()',
      [invitationId],
    );
    return taken === 1;
  }
}

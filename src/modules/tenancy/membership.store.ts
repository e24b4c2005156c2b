import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';
import type { MemberRole } from '../auth/index.js';

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly joinedAt: Date;
}

const MEMBER = `m.user_id AS "userId", u.email, u.name, m.role, m.created_at AS "joinedAt"`;

@Injectable()
export class MembershipStore {
  /** By id of the user, newest accounts first, from below `beforeId`. */
  async list(session: Session, organizationId: string, beforeId: string | undefined, limit: number): Promise<Member[]> {
    return session.query<Member>(
      `SELECT ${MEMBER} FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE m.organization_id = $1 AND ($2::uuid IS NULL OR m.user_id < $2) ORDER BY m.user_id DESC LIMIT $3`,
      [organizationId, beforeId ?? null, limit],
    );
  }

  async find(session: Session, organizationId: string, userId: string): Promise<Member | undefined> {
    const [row] = await session.query<Member>(
      `SELECT ${MEMBER} FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND m.user_id = $2`,
      [organizationId, userId],
    );
    return row;
  }

  /** False if the user is a member already: the role stays as it is. */
  async insert(session: Session, organizationId: string, userId: string, role: MemberRole): Promise<boolean> {
    const inserted = await session.execute(
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [organizationId, userId, role],
    );
    return inserted === 1;
  }

  async setRole(session: Session, organizationId: string, userId: string, role: MemberRole): Promise<void> {
    await session.execute('UPDATE memberships SET role = $3 WHERE organization_id = $1 AND user_id = $2', [
      organizationId,
      userId,
      role,
    ]);
  }

  async remove(session: Session, organizationId: string, userId: string): Promise<void> {
    await session.execute('DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2', [
      organizationId,
      userId,
    ]);
  }

  /** Under the lock of the organization. */
  async isLastOwner(session: Session, organizationId: string, userId: string): Promise<boolean> {
    const owners = await session.query<{ userId: string }>(
      `SELECT user_id AS "userId" FROM memberships WHERE organization_id = $1 AND role = 'owner' LIMIT 2`,
      [organizationId],
    );
    return owners.length === 1 && owners[0]?.userId === userId;
  }

  async insertOrganization(session: Session, organizationId: string, name: string, ownerId: string): Promise<void> {
    await session.execute('INSERT INTO organizations (id, name) VALUES ($1, $2)', [organizationId, name]);
    await session.execute(`INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')`, [
      organizationId,
      ownerId,
    ]);
  }

  async firstOwnedBy(session: Session, userId: string): Promise<string | null> {
    const [row] = await session.query<{ organizationId: string }>(
      `SELECT organization_id AS "organizationId" FROM memberships WHERE user_id = $1 AND role = 'owner' ORDER BY organization_id LIMIT 1`,
      [userId],
    );
    return row?.organizationId ?? null;
  }

  async isFirstUser(session: Session): Promise<boolean> {
    const [row] = await session.query<{ isFirst: boolean }>('SELECT NOT EXISTS (SELECT 1 FROM users) AS "isFirst"');
    return row?.isFirst === true;
  }
}

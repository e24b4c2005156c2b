import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';
import type { MemberRole } from '../auth/index.js';

export interface MemberOrganization {
  readonly id: string;
  readonly name: string;
  /** What the asking user is in it. */
  readonly role: MemberRole;
  readonly createdAt: Date;
}

/** Organizations as their members see them. */
@Injectable()
export class OrganizationReadModel {
  constructor(private readonly database: AppDatabase) {}

  /** Newest first, from below `beforeId`; all of them without a limit. */
  async ofUser(userId: string, beforeId?: string, limit?: number): Promise<MemberOrganization[]> {
    return this.database.query<MemberOrganization>(
      `SELECT o.id, o.name, m.role, o.created_at AS "createdAt"
       FROM memberships m JOIN organizations o ON o.id = m.organization_id
       WHERE m.user_id = $1 AND ($2::uuid IS NULL OR o.id < $2) ORDER BY o.id DESC LIMIT $3`,
      [userId, beforeId ?? null, limit ?? null],
    );
  }

  async roleOf(userId: string, organizationId: string): Promise<MemberRole | undefined> {
    const [row] = await this.database.query<{ role: MemberRole }>(
      'SELECT role FROM memberships WHERE user_id = $1 AND organization_id = $2',
      [userId, organizationId],
    );
    return row?.role;
  }
}

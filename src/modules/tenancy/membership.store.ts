import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';

@Injectable()
export class MembershipStore {
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

import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly createdAt: Date;
}

const COLUMNS = `o.id, o.name, o.version, o.created_at AS "createdAt"`;

@Injectable()
export class OrganizationStore {
  async find(session: Session, organizationId: string): Promise<Organization | undefined> {
    const [row] = await session.query<Organization>(`SELECT ${COLUMNS} FROM organizations o WHERE o.id = $1`, [
      organizationId,
    ]);
    return row;
  }

  /** Every change of an organization or its members takes this lock first: who counts owners is not overtaken. */
  async lock(session: Session, organizationId: string): Promise<Organization | undefined> {
    const [row] = await session.query<Organization>(
      `SELECT ${COLUMNS} FROM organizations o WHERE o.id = $1 FOR NO KEY UPDATE`,
      [organizationId],
    );
    return row;
  }

  async rename(session: Session, organizationId: string, name: string): Promise<Organization> {
    const [row] = await session.query<Organization>(
      `UPDATE organizations o SET name = $2, version = o.version + 1 WHERE o.id = $1 RETURNING ${COLUMNS}`,
      [organizationId, name],
    );
    return row as Organization;
  }

  /** Projects that were deleted count until retention has emptied them. */
  async hasProjects(session: Session, organizationId: string): Promise<boolean> {
    const rows = await session.query('SELECT 1 FROM projects WHERE organization_id = $1 LIMIT 1', [organizationId]);
    return rows.length > 0;
  }

  async remove(session: Session, organizationId: string): Promise<void> {
    await session.execute('DELETE FROM organizations WHERE id = $1', [organizationId]);
  }
}

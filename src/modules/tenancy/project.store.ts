import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';

export interface Project {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** Jobs per minute that may be enqueued; null: the default of the installation. */
  readonly enqueueLimitPerMinute: number | null;
  readonly version: number;
  readonly createdAt: Date;
}

export interface NewProject {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

/** Which projects a list may show: those of a user's organizations, or the one of a key. */
export type ProjectAudience = { readonly userId: string } | { readonly projectId: string };

const COLUMNS = `p.id, p.organization_id AS "organizationId", p.name, p.enqueue_limit_per_minute AS "enqueueLimitPerMinute",
  p.version, p.created_at AS "createdAt"`;

@Injectable()
export class ProjectStore {
  /** Nothing if the organization has a project of that name. */
  async insert(session: Session, project: NewProject): Promise<Project | undefined> {
    const [row] = await session.query<Project>(
      `INSERT INTO projects AS p (id, organization_id, name) VALUES ($1, $2, $3)
       ON CONFLICT (organization_id, name) WHERE deleted_at IS NULL DO NOTHING RETURNING ${COLUMNS}`,
      [project.id, project.organizationId, project.name],
    );
    return row;
  }

  async find(session: Session, projectId: string): Promise<Project | undefined> {
    const [row] = await session.query<Project>(
      `SELECT ${COLUMNS} FROM projects p WHERE p.id = $1 AND p.deleted_at IS NULL`,
      [projectId],
    );
    return row;
  }

  async findByName(session: Session, organizationId: string, name: string): Promise<Project | undefined> {
    const [row] = await session.query<Project>(
      `SELECT ${COLUMNS} FROM projects p WHERE p.organization_id = $1 AND p.name = $2 AND p.deleted_at IS NULL`,
      [organizationId, name],
    );
    return row;
  }

  async lock(session: Session, projectId: string): Promise<Project | undefined> {
    const [row] = await session.query<Project>(
      `SELECT ${COLUMNS} FROM projects p WHERE p.id = $1 AND p.deleted_at IS NULL FOR NO KEY UPDATE`,
      [projectId],
    );
    return row;
  }

  /** Newest first, from below `beforeId`. */
  async list(
    session: Session,
    audience: ProjectAudience,
    filter: { organizationId?: string | undefined; beforeId?: string | undefined; limit: number },
  ): Promise<Project[]> {
    const [condition, id] =
      'userId' in audience
        ? ['p.organization_id IN (SELECT m.organization_id FROM memberships m WHERE m.user_id = $1)', audience.userId]
        : ['p.id = $1', audience.projectId];
    return session.query<Project>(
      `SELECT ${COLUMNS} FROM projects p
       WHERE ${condition} AND p.deleted_at IS NULL AND ($2::uuid IS NULL OR p.organization_id = $2) AND ($3::uuid IS NULL OR p.id < $3)
       ORDER BY p.id DESC LIMIT $4`,
      [id, filter.organizationId ?? null, filter.beforeId ?? null, filter.limit],
    );
  }

  /** Throws a unique violation of `projects_name` if the name is taken. */
  async rename(session: Session, projectId: string, name: string): Promise<Project> {
    const [row] = await session.query<Project>(
      `UPDATE projects p SET name = $2, version = p.version + 1 WHERE p.id = $1 RETURNING ${COLUMNS}`,
      [projectId, name],
    );
    return row as Project;
  }

  async markDeleted(session: Session, projectId: string): Promise<void> {
    await session.execute('UPDATE projects SET deleted_at = now(), version = version + 1 WHERE id = $1', [projectId]);
  }
}

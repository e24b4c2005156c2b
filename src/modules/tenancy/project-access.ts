import { Injectable } from '@nestjs/common';
import { isUuid } from '../../kernel/ids.js';
import { FreshCache } from '../../platform/cache/index.js';
import { AppDatabase } from '../../platform/database/index.js';
import { type MemberRole, type Permission, type Principal, roleAllows, scopesAllow } from '../auth/index.js';

interface Standing {
  readonly organizationId: string;
  /** Null for the project's own keys. */
  readonly role: MemberRole | null;
}

export type AccessDecision =
  | { readonly kind: 'granted'; readonly projectId: string; readonly organizationId: string }
  /** In this project, but not allowed to do this. */
  | { readonly kind: 'denied' }
  /** No such project as far as this principal can know: unknown, deleted and foreign ones are the same. */
  | { readonly kind: 'unknown' };

const CACHE = { maxAgeMs: 1_000, maxEntries: 10_000 };

/** What a principal may do in a project. Membership and role are read per request, at most a second old. */
@Injectable()
export class ProjectAccess {
  private readonly standings = new FreshCache<Standing | undefined>(CACHE);

  constructor(private readonly database: AppDatabase) {}

  async decide(principal: Principal, projectIdGiven: string, permission: Permission): Promise<AccessDecision> {
    if (!isUuid(projectIdGiven)) return { kind: 'unknown' };
    const projectId = projectIdGiven.toLowerCase();
    const standing = await this.standing(principal, projectId);
    if (!standing) return { kind: 'unknown' };
    const isAllowed =
      principal.kind === 'user'
        ? standing.role !== null && roleAllows(standing.role, permission)
        : scopesAllow(principal.scopes, permission);
    return isAllowed ? { kind: 'granted', projectId, organizationId: standing.organizationId } : { kind: 'denied' };
  }

  /** After a change of projects made in this process: it counts at once here, within a second elsewhere. */
  forgetAll(): void {
    this.standings.clear();
  }

  private standing(principal: Principal, projectId: string): Promise<Standing | undefined> {
    if (principal.kind === 'user') {
      return this.standings.get(`${principal.userId} ${projectId}`, () => this.ofMember(principal.userId, projectId));
    }
    if (principal.projectId !== projectId) return Promise.resolve(undefined);
    return this.standings.get(projectId, () => this.ofKey(projectId));
  }

  private async ofMember(userId: string, projectId: string): Promise<Standing | undefined> {
    const [row] = await this.database.query<Standing>(
      `SELECT p.organization_id AS "organizationId", m.role
       FROM projects p JOIN memberships m ON m.organization_id = p.organization_id
       WHERE p.id = $1 AND m.user_id = $2 AND p.deleted_at IS NULL`,
      [projectId, userId],
    );
    return row;
  }

  private async ofKey(projectId: string): Promise<Standing | undefined> {
    const [row] = await this.database.query<Standing>(
      `SELECT organization_id AS "organizationId", NULL AS role FROM projects WHERE id = $1 AND deleted_at IS NULL`,
      [projectId],
    );
    return row;
  }
}

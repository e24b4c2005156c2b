import { Injectable } from '@nestjs/common';
import { isUuid } from '../../kernel/ids.js';
import { FreshCache } from '../../platform/cache/index.js';
import { type MemberRole, type Permission, roleAllows } from '../auth/index.js';
import { OrganizationReadModel } from './organization.read-model.js';

export type OrganizationDecision =
  | { readonly kind: 'granted'; readonly organizationId: string; readonly role: MemberRole }
  | { readonly kind: 'denied' }
  /** Not a member, or there is no such organization: the same. */
  | { readonly kind: 'unknown' };

const CACHE = { maxAgeMs: 1_000, maxEntries: 10_000 };

/** What a person may do in an organization. The role is read per request, at most a second old. */
@Injectable()
export class OrganizationAccessCheck {
  private readonly roles = new FreshCache<MemberRole | undefined>(CACHE);

  constructor(private readonly organizations: OrganizationReadModel) {}

  async decide(userId: string, organizationIdGiven: string, permission: Permission): Promise<OrganizationDecision> {
    if (!isUuid(organizationIdGiven)) return { kind: 'unknown' };
    const organizationId = organizationIdGiven.toLowerCase();
    const role = await this.roles.get(`${userId} ${organizationId}`, () =>
      this.organizations.roleOf(userId, organizationId),
    );
    if (!role) return { kind: 'unknown' };
    return roleAllows(role, permission) ? { kind: 'granted', organizationId, role } : { kind: 'denied' };
  }

  /** After a change of members made in this process: it counts at once here, within a second elsewhere. */
  forgetAll(): void {
    this.roles.clear();
  }
}

import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { assertIfMatch } from '../../platform/http/index.js';
import { AuditService } from '../audit/index.js';
import { AuthConfig, type PersonalScope } from '../auth/index.js';
import { MembershipStore } from './membership.store.js';
import { OrganizationAccessCheck } from './organization-access.js';
import type { OrganizationScope } from './organization-scope.js';
import { type Organization, OrganizationStore } from './organization.store.js';

@Injectable()
export class OrganizationService {
  constructor(
    private readonly database: AppDatabase,
    private readonly store: OrganizationStore,
    private readonly memberships: MembershipStore,
    private readonly access: OrganizationAccessCheck,
    private readonly audit: AuditService,
    private readonly config: AuthConfig,
  ) {}

  /** The caller becomes its owner. Throws `forbidden` ORGANIZATION_CREATION_CLOSED unless sign-up is open or they are an operator. */
  async create(scope: PersonalScope, name: string): Promise<Organization> {
    if (this.config.signUp !== 'open' && !scope.principal.isOperator) {
      throw new RotaError(
        'forbidden',
        'ORGANIZATION_CREATION_CLOSED',
        'only an operator may create organizations here',
      );
    }
    return this.database.transaction((session) => this.insert(session, scope, name));
  }

  /** Inside a transaction of the caller, who has checked what may be checked. */
  async insert(
    session: Session,
    scope: Omit<PersonalScope, 'principal'> & {
      readonly principal: { readonly kind: 'user'; readonly userId: string };
    },
    name: string,
  ): Promise<Organization> {
    const organizationId = newId();
    await this.memberships.insertOrganization(session, organizationId, name, scope.principal.userId);
    await this.audit.record(
      session,
      { ...scope, organizationId, projectId: null },
      {
        action: 'organization.created',
        targetKind: 'organization',
        targetId: organizationId,
        after: { name, owner: scope.principal.userId },
      },
    );
    return (await this.store.find(session, organizationId)) as Organization;
  }

  async get({ organizationId }: OrganizationScope): Promise<Organization> {
    const organization = await this.store.find(this.database, organizationId);
    if (!organization) throw RotaError.notFound('organization');
    return organization;
  }

  /** Throws `precondition_failed`. */
  async rename(scope: OrganizationScope, name: string | undefined, ifMatch: string | undefined): Promise<Organization> {
    return this.database.transaction(async (session) => {
      const before = await this.lockMatching(session, scope, ifMatch);
      if (name === undefined || name === before.name) return before;
      const after = await this.store.rename(session, scope.organizationId, name);
      await this.audit.record(session, scope, {
        action: 'organization.updated',
        targetKind: 'organization',
        targetId: scope.organizationId,
        before: { name: before.name },
        after: { name },
      });
      return after;
    });
  }

  /** Members and invitations go with it, the audit log stays. Throws `precondition_failed`, `conflict` ORGANIZATION_NOT_EMPTY. */
  async delete(
    scope: OrganizationScope,
    { ifMatch, reason }: { ifMatch: string | undefined; reason: string | undefined },
  ): Promise<void> {
    await this.database.transaction(async (session) => {
      const organization = await this.lockMatching(session, scope, ifMatch);
      if (await this.store.hasProjects(session, scope.organizationId)) {
        const detail = 'delete its projects first, and wait until they are emptied';
        throw RotaError.conflict('ORGANIZATION_NOT_EMPTY', detail);
      }
      await this.store.remove(session, scope.organizationId);
      await this.audit.record(session, scope, {
        action: 'organization.deleted',
        targetKind: 'organization',
        targetId: scope.organizationId,
        before: { name: organization.name },
        reason,
      });
    });
    this.access.forgetAll();
  }

  private async lockMatching(
    session: Session,
    scope: OrganizationScope,
    ifMatch: string | undefined,
  ): Promise<Organization> {
    const organization = await this.store.lock(session, scope.organizationId);
    if (!organization) throw RotaError.notFound('organization');
    assertIfMatch(ifMatch, organization.version);
    return organization;
  }
}

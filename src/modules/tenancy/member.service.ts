import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import { type AuditEntry, AuditService } from '../audit/index.js';
import { AccountService, type MemberRole } from '../auth/index.js';
import { type Member, MembershipStore } from './membership.store.js';
import { OrganizationStore } from './organization.store.js';
import type { OrganizationScope } from './organization-scope.js';
import { Standings } from './standings.js';

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

/** Who belongs to an organization, and as what. Somebody always owns it. */
@Injectable()
export class MemberService {
  constructor(
    private readonly database: AppDatabase,
    private readonly organizations: OrganizationStore,
    private readonly memberships: MembershipStore,
    private readonly accounts: AccountService,
    private readonly standings: Standings,
    private readonly audit: AuditService,
  ) {}

  async list({ organizationId }: OrganizationScope, query: PageQuery): Promise<Page<Member>> {
    const before = decodeCursor(query.cursor, isId);
    const rows = await this.memberships.list(this.database, organizationId, before, query.limit + 1);
    return pageOf(rows, query.limit, (last) => last.userId);
  }

  /** Throws `not_found`, `conflict` LAST_OWNER. */
  async changeRole(scope: OrganizationScope, userId: string, role: MemberRole): Promise<Member> {
    const changed = await this.withMember(scope, userId, async (session, member) => {
      if (member.role === role) return member;
      if (role !== 'owner') await this.assertNotLastOwner(session, scope, userId);
      await this.memberships.setRole(session, scope.organizationId, userId, role);
      await this.audit.record(session, scope, {
        action: 'member.role_changed',
        targetKind: 'user',
        targetId: userId,
        before: { role: member.role },
        after: { role },
      });
      return { ...member, role };
    });
    this.standings.forgetAll();
    return changed;
  }

  /** Their sessions end, too: they sign in anew to whatever else they belong to. Throws `not_found`, `conflict` LAST_OWNER. */
  async remove(scope: OrganizationScope, userId: string, reason: string | undefined): Promise<void> {
    await this.withMember(scope, userId, async (session, member) => {
      await this.end(session, scope, member, { action: 'member.removed', reason });
      await this.accounts.cutSessions(session, userId);
    });
    this.standings.forgetAll();
  }

  /** Throws `conflict` LAST_OWNER. */
  async leave(scope: OrganizationScope): Promise<void> {
    await this.withMember(scope, scope.principal.userId, (session, member) =>
      this.end(session, scope, member, { action: 'member.left' }),
    );
    this.standings.forgetAll();
  }

  private async end(
    session: Session,
    scope: OrganizationScope,
    member: Member,
    act: Pick<AuditEntry, 'action' | 'reason'>,
  ): Promise<void> {
    await this.assertNotLastOwner(session, scope, member.userId);
    await this.memberships.remove(session, scope.organizationId, member.userId);
    const before = { role: member.role, email: member.email };
    await this.audit.record(session, scope, { ...act, targetKind: 'user', targetId: member.userId, before });
  }

  private withMember<T>(
    scope: OrganizationScope,
    userId: string,
    work: (session: Session, member: Member) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (session) => {
      const isThere = isUuid(userId) && (await this.organizations.lock(session, scope.organizationId)) !== undefined;
      const member = isThere ? await this.memberships.find(session, scope.organizationId, userId) : undefined;
      if (!member) throw RotaError.notFound('member');
      return work(session, member);
    });
  }

  private async assertNotLastOwner(session: Session, scope: OrganizationScope, userId: string): Promise<void> {
    if (await this.memberships.isLastOwner(session, scope.organizationId, userId)) {
      throw RotaError.conflict('LAST_OWNER', 'an organization needs an owner: make somebody else one before');
    }
  }
}

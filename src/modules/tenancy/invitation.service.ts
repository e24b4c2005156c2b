import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid, newId } from '../../kernel/ids.js';
import { AppDatabase } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import { AuditService } from '../audit/index.js';
import { AccountMails, AuthConfig, type MemberRole, mintLinkToken } from '../auth/index.js';
import { type Invitation, InvitationStore } from './invitation.store.js';
import type { OrganizationScope } from './organization-scope.js';

/** An invitation with its link, which is known this once. */
export interface CreatedInvitation {
  readonly invitation: Invitation;
  readonly token: string;
  readonly link: string;
  readonly isMailed: boolean;
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

/** How people get into an organization: an owner invites an e-mail address. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly database: AppDatabase,
    private readonly store: InvitationStore,
    private readonly mails: AccountMails,
    private readonly audit: AuditService,
    private readonly config: AuthConfig,
  ) {}

  /** Throws `conflict` ALREADY_MEMBER. */
  async create(scope: OrganizationScope, email: string, role: MemberRole): Promise<CreatedInvitation> {
    const { organizationId } = scope;
    const { token, hash } = mintLinkToken('invite');
    const invitation = await this.database.transaction(async (session) => {
      if (await this.store.isMember(session, organizationId, email)) {
        throw RotaError.conflict('ALREADY_MEMBER', 'somebody with this e-mail address is a member already');
      }
      const created = await this.store.insert(session, {
        id: newId(),
        organizationId,
        email,
        role,
        tokenHash: hash,
        invitedBy: scope.principal.userId,
        lifeSeconds: this.config.invitationSeconds,
      });
      await this.audit.record(session, scope, {
        action: 'invitation.created',
        targetKind: 'invitation',
        targetId: created.id,
        after: { email, role },
      });
      return created;
    });
    this.mails.later(() => this.mails.sendInvitation(email, invitation.organizationName, token));
    return { invitation, token, link: this.mails.linkTo('invitation', token), isMailed: this.mails.canSend };
  }

  async list({ organizationId }: OrganizationScope, query: PageQuery): Promise<Page<Invitation>> {
    const before = decodeCursor(query.cursor, isId);
    const rows = await this.store.list(this.database, organizationId, before, query.limit + 1);
    return pageOf(rows, query.limit, (last) => last.id);
  }

  /** Throws `not_found`, also for one that was accepted. */
  async revoke(scope: OrganizationScope, invitationId: string, reason: string | undefined): Promise<void> {
    await this.database.transaction(async (session) => {
      const email = isUuid(invitationId)
        ? await this.store.remove(session, scope.organizationId, invitationId)
        : undefined;
      if (email === undefined) throw RotaError.notFound('invitation');
      await this.audit.record(session, scope, {
        action: 'invitation.revoked',
        targetKind: 'invitation',
        targetId: invitationId,
        before: { email },
        reason,
      });
    });
  }
}

import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { AppDatabase } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import { AuditService } from '../audit/index.js';
import { Authenticator } from './authenticator.js';
import type { UserPrincipal } from './principal.js';
import { type OwnSession, SessionStore } from './session.store.js';
import { UserStore } from './user.store.js';

/** A person, and the request by which they act on their own account. */
export interface PersonalScope {
  readonly principal: UserPrincipal;
  readonly requestId: string;
  readonly ip: string | null;
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);
const NOWHERE = { organizationId: null, projectId: null } as const;

/** What people may do with their own sessions. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly database: AppDatabase,
    private readonly sessions: SessionStore,
    private readonly users: UserStore,
    private readonly authenticator: Authenticator,
    private readonly audit: AuditService,
  ) {}

  async list({ principal }: PersonalScope, query: PageQuery): Promise<Page<OwnSession>> {
    const before = decodeCursor(query.cursor, isId);
    const rows = await this.sessions.list(this.database, principal.userId, before, query.limit + 1);
    return pageOf(rows, query.limit, (last) => last.id);
  }

  /** Throws `not_found` for a session that is not one's own or has ended. */
  async revoke(scope: PersonalScope, sessionId: string): Promise<void> {
    const { userId } = scope.principal;
    await this.database.transaction(async (session) => {
      const isRevoked = isUuid(sessionId) && (await this.sessions.revokeOwn(session, userId, sessionId));
      if (!isRevoked) throw RotaError.notFound('session');
      await this.audit.record(
        session,
        { ...NOWHERE, ...scope },
        { action: 'session.revoked', targetKind: 'user', targetId: userId, after: { sessionId } },
      );
    });
    this.authenticator.forgetAll();
  }

  /** Ends all sessions, the present one too. */
  async revokeAll(scope: PersonalScope): Promise<void> {
    const { userId } = scope.principal;
    await this.database.transaction(async (session) => {
      await this.users.cutSessions(session, userId);
      await this.audit.record(
        session,
        { ...NOWHERE, ...scope },
        { action: 'session.all_revoked', targetKind: 'user', targetId: userId },
      );
    });
    this.authenticator.forgetAll();
  }
}

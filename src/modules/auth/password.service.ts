import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { attemptSubjects } from './attempt-subjects.js';
import type { PersonalScope } from './own-sessions.service.js';
import { assertPasswordLength, PasswordHasher } from './password-hasher.js';
import { type SignedIn, SessionIssuer } from './session-issuer.js';
import type { ClientTrace } from './session.store.js';
import { UserStore } from './user.store.js';

/** Changes the password of somebody who knows it. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly database: AppDatabase,
    private readonly users: UserStore,
    private readonly passwords: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    private readonly issuer: SessionIssuer,
    private readonly audit: AuditService,
  ) {}

  /**
   * Ends all sessions, the present one too, and answers a new one. Throws `invalid` PASSWORD_LENGTH or PASSWORD_WRONG;
   * `rate_limited` AUTH_RATE_LIMITED.
   */
  async change(
    scope: PersonalScope,
    passwords: { readonly current: string; readonly next: string },
    client: ClientTrace,
  ): Promise<SignedIn> {
    assertPasswordLength(passwords.next, '/newPassword');
    const { userId } = scope.principal;
    await this.assertCurrent(userId, passwords.current, client);
    const passwordHash = await this.passwords.hash(passwords.next);
    return this.database.transaction(async (session) => {
      const sessionVersion = await this.users.setPassword(session, userId, passwordHash);
      await this.audit.record(
        session,
        { organizationId: null, projectId: null, ...scope },
        { action: 'password.changed', targetKind: 'user', targetId: userId },
      );
      return (await this.issuer.start(session, { userId, sessionVersion }, client)) as SignedIn;
    });
  }

  private async assertCurrent(userId: string, password: string, client: ClientTrace): Promise<void> {
    const user = await this.users.credentialsById(this.database, userId);
    const subjects = [attemptSubjects.client(client.ip), attemptSubjects.account(user?.email ?? userId)];
    const isRight = await this.limiter.attempt(
      subjects,
      async () => (await this.passwords.matches(user?.passwordHash, password)) || undefined,
    );
    if (!isRight) throw RotaError.invalid('PASSWORD_WRONG', 'this is not your password', '/currentPassword');
  }
}

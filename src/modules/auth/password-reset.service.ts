import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import { AccountMails } from './account-mails.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { attemptSubjects } from './attempt-subjects.js';
import { AuthConfig } from './auth.config.js';
import { linkTokenHash, mintLinkToken } from './link-token.js';
import { assertPasswordLength, PasswordHasher } from './password-hasher.js';
import type { SignInRequest } from './sign-in-request.js';
import { UserStore } from './user.store.js';

/** A new password for somebody who has forgotten theirs, by a link in a mail: good for one use, for a short time. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: AppDatabase,
    private readonly users: UserStore,
    private readonly limiter: AttemptLimiter,
    private readonly mails: AccountMails,
    private readonly config: AuthConfig,
  ) {}

  get isAvailable(): boolean {
    return this.mails.canSend;
  }

  /**
   * Resolves in the same time whether the account exists or not: the rest happens afterwards. Throws `conflict`
   * PASSWORD_RESET_UNAVAILABLE without a mail server, `rate_limited` AUTH_RATE_LIMITED.
   */
  async request(email: string, { ip }: SignInRequest): Promise<void> {
    if (!this.isAvailable) {
      throw RotaError.conflict('PASSWORD_RESET_UNAVAILABLE', 'this installation sends no mails: ask an administrator');
    }
    // Every request counts: what is bounded here are the mails that somebody gets.
    const subjects = [`reset-${attemptSubjects.client(ip)}`, `reset-${attemptSubjects.account(email)}`];
    await this.limiter.attempt(subjects, () => Promise.resolve(undefined));
    this.mails.later(() => this.sendLink(email));
  }

  private async sendLink(email: string): Promise<void> {
    const user = await this.users.credentials(this.database, email);
    const profile = user && (await this.users.profile(this.database, user.id));
    if (!profile) return;
    const { token, hash } = mintLinkToken('reset');
    await this.users.insertReset(this.database, profile.id, hash, this.config.passwordResetSeconds);
    await this.mails.sendPasswordReset(profile.email, token);
  }
}

/** The other end of the link. */
@Injectable()
export class PasswordResetting {
  constructor(
    private readonly database: AppDatabase,
    private readonly users: UserStore,
    private readonly passwords: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditService,
  ) {}

  /** Ends all sessions of the user. Throws `invalid` PASSWORD_LENGTH or RESET_LINK_INVALID, `rate_limited` AUTH_RATE_LIMITED. */
  async reset(token: string, password: string, { ip, requestId }: SignInRequest): Promise<void> {
    assertPasswordLength(password, '/password');
    const tokenHash = linkTokenHash(token);
    const isOpen = await this.limiter.attempt(
      [attemptSubjects.client(ip)],
      async () => (await this.users.isResetOpen(this.database, tokenHash)) || undefined,
    );
    if (!isOpen) throw linkInvalid();
    const passwordHash = await this.passwords.hash(password);
    await this.database.transaction(async (session) => {
      const userId = await this.users.takeReset(session, tokenHash);
      if (userId === undefined) throw linkInvalid();
      await this.users.setPassword(session, userId, passwordHash);
      await this.audit.record(
        session,
        // Whoever holds the link acts for the user: nobody is signed in.
        { organizationId: null, projectId: null, principal: { kind: 'user', userId }, requestId, ip },
        { action: 'password.reset', targetKind: 'user', targetId: userId },
      );
    });
  }
}

function linkInvalid(): RotaError {
  return RotaError.invalid('RESET_LINK_INVALID', 'the link was used, has expired or is incomplete', '/token');
}

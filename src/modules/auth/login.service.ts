import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { AccountService } from './account.service.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { attemptSubjects } from './attempt-subjects.js';
import { type SignedIn, SessionIssuer } from './session-issuer.js';
import type { ClientTrace } from './session.store.js';

/** Sign in with a password. */
@Injectable()
export class LoginService {
  constructor(
    private readonly database: AppDatabase,
    private readonly accounts: AccountService,
    private readonly limiter: AttemptLimiter,
    private readonly issuer: SessionIssuer,
  ) {}

  /**
   * Throws `unauthenticated` LOGIN_FAILED, with the same work and words whether the account exists or not; `rate_limited`
   * AUTH_RATE_LIMITED after too many failures of the address or the account, also for the right password.
   */
  async logIn(email: string, password: string, client: ClientTrace): Promise<SignedIn> {
    const subjects = [attemptSubjects.client(client.ip), attemptSubjects.account(email)];
    const owner = await this.limiter.attempt(subjects, () => this.accounts.checkPassword(email, password));
    const signedIn = owner && (await this.issuer.start(this.database, owner, client));
    if (!signedIn) throw new RotaError('unauthenticated', 'LOGIN_FAILED', 'e-mail address or password is wrong');
    return signedIn;
  }
}

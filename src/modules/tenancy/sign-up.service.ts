import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { AccountService, AttemptLimiter, attemptSubjects, AuthConfig, type SignInRequest } from '../auth/index.js';
import type { Owner } from './bootstrap.js';
import { emailTaken } from './joining.service.js';
import { OrganizationService } from './organization.service.js';

/** How somebody gets an account with an organization of their own, where sign-up is open. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly database: AppDatabase,
    private readonly accounts: AccountService,
    private readonly organizations: OrganizationService,
    private readonly limiter: AttemptLimiter,
    private readonly config: AuthConfig,
  ) {}

  /** Throws `forbidden` SIGNUP_CLOSED, `conflict` EMAIL_TAKEN, `rate_limited` AUTH_RATE_LIMITED. */
  async signUp(person: Owner, { requestId, ip }: SignInRequest): Promise<{ userId: string }> {
    if (this.config.signUp !== 'open') {
      throw new RotaError('forbidden', 'SIGNUP_CLOSED', 'accounts are made by invitation here');
    }
    // Every try counts, the good ones too: it bounds the accounts that one address makes, and the addresses that it can ask about.
    await this.limiter.attempt([`sign-up-${attemptSubjects.client(ip)}`], () => Promise.resolve(undefined));
    const { email, name } = person;
    const passwordHash = await this.accounts.hashPassword(person.password);
    return this.database.transaction(async (session) => {
      const userId = await this.accounts.insert(session, { email, name, passwordHash, isOperator: false });
      if (userId === undefined) throw emailTaken();
      const by = { principal: { kind: 'user', userId }, requestId, ip } as const;
      await this.organizations.insert(session, by, person.organizationName);
      return { userId };
    });
  }
}

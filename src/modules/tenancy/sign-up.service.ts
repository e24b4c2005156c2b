import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { AccountService, AuthConfig, type SignInRequest } from '../auth/index.js';
import { Bootstrap, type Owner } from './bootstrap.js';
import { emailTaken } from './joining.service.js';
import { OrganizationService } from './organization.service.js';
import { SetupLink } from './setup-link.js';

const SETUP_LOCK = 7_206_105_119;

/** How somebody gets an account with an organization of their own: the first person by the setup link, others where sign-up is open. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly database: AppDatabase,
    private readonly accounts: AccountService,
    private readonly organizations: OrganizationService,
    private readonly bootstrap: Bootstrap,
    private readonly setupLink: SetupLink,
    private readonly config: AuthConfig,
  ) {}

  /** Throws `forbidden` SIGNUP_CLOSED, `conflict` EMAIL_TAKEN. */
  async signUp(person: Owner, { requestId, ip }: SignInRequest): Promise<{ userId: string }> {
    if (this.config.signUp !== 'open') {
      throw new RotaError('forbidden', 'SIGNUP_CLOSED', 'accounts are made by invitation here');
    }
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

  /** The owner of a new installation, its operator too. Works until there is one. Throws `invalid` SETUP_LINK_INVALID. */
  async setUp(token: string, owner: Owner): Promise<{ userId: string }> {
    if (!this.setupLink.opens(token)) throw setupLinkInvalid();
    return this.database.transaction(async (session) => {
      await session.query('SELECT pg_advisory_xact_lock($1)', [SETUP_LOCK]);
      if (!(await this.setupLink.isNeeded(session))) throw setupLinkInvalid();
      return this.bootstrap.createOwner(owner, session);
    });
  }
}

function setupLinkInvalid(): RotaError {
  return RotaError.invalid('SETUP_LINK_INVALID', 'the link is incomplete, or this installation has an owner', '/token');
}

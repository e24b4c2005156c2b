import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SecretsConfig } from '../../platform/config/index.js';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { AccountMails } from '../auth/index.js';
import { MembershipStore } from './membership.store.js';

/**
 * The link by which the first person gets in, printed by every api while nobody has an account. All processes print the same one
 * (it is derived from a secret of theirs), and it is dead as soon as there is a user: whoever reads old logs can do nothing with it.
 */
@Injectable()
export class SetupLink implements OnApplicationBootstrap {
  private readonly logger = new Logger('Setup');
  private readonly token: string;

  constructor(
    private readonly database: AppDatabase,
    private readonly memberships: MembershipStore,
    private readonly mails: AccountMails,
    secrets: SecretsConfig,
  ) {
    this.token = createHmac('sha256', secrets.jwtRefreshSecret).update('rota setup link v1').digest('hex');
  }

  /** Not awaited: a process starts without its database, too. */
  onApplicationBootstrap(): void {
    void this.announce().catch(() => undefined);
  }

  opens(token: string): boolean {
    const [given, expected] = [Buffer.from(token), Buffer.from(this.token)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  isNeeded(session: Session = this.database): Promise<boolean> {
    return this.memberships.isFirstUser(session);
  }

  private async announce(): Promise<void> {
    if (!(await this.isNeeded())) return;
    const setupLink = this.mails.linkTo('setup', this.token);
    const msg = 'nobody has an account yet: this link makes the owner (or run `rota owner create`)';
    this.logger.warn({ msg, setupLink });
  }
}

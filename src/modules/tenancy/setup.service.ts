import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { Bootstrap, type Owner } from './bootstrap.js';
import { SetupLink } from './setup-link.js';

const SETUP_LOCK = 7_206_105_119;

/** How the first person gets in: by the link that the api prints. */
@Injectable()
export class SetupService {
  constructor(
    private readonly database: AppDatabase,
    private readonly bootstrap: Bootstrap,
    private readonly setupLink: SetupLink,
  ) {}

  /** Is there nobody yet? */
  isOpen(): Promise<boolean> {
    return this.setupLink.isNeeded();
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

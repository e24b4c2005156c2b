import { Injectable, Logger, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { describeError } from '../../kernel/clean-text.js';
import { AccountMailer } from './account-mailer.js';
import { AuthConfig } from './auth.config.js';

/**
 * The mails about accounts, and the links in them. A token travels in the fragment of its link, which browsers keep to themselves:
 * it stands in no log of a server and in no Referer.
 */
@Injectable()
export class AccountMails implements OnApplicationShutdown {
  private readonly logger = new Logger('AccountMails');
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly config: AuthConfig,
    @Optional() private readonly mailer?: AccountMailer,
  ) {}

  get canSend(): boolean {
    return this.mailer !== undefined;
  }

  linkTo(page: string, token: string): string {
    return `${this.config.webUrl.replace(/\/+$/, '')}/${page}#token=${token}`;
  }

  async sendPasswordReset(to: string, token: string): Promise<void> {
    const minutes = Math.round(this.config.passwordResetSeconds / 60);
    await this.mailer?.send({
      to,
      subject: 'Set a new password for Rota',
      text: `Somebody, probably you, asked for a new password for this account.

Set it here within ${minutes} minutes; the link works once:
${this.linkTo('reset-password', token)}

If it was not you, there is nothing to do: the password stays as it is.
`,
    });
  }

  async sendInvitation(to: string, organizationName: string, token: string): Promise<void> {
    await this.mailer?.send({
      to,
      subject: `Invitation to ${organizationName} on Rota`,
      text: `You are invited to join the organization ${organizationName} on Rota.

Accept here; the link works once:
${this.linkTo('invitation', token)}
`,
    });
  }

  /** Nobody waits for it, and a failure is only logged: an answer must not tell whether a mail was sent. */
  later(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) =>
        this.logger.warn({ msg: 'a mail about an account was not sent', error: describeError(error) }),
      )
      .finally(() => this.underWay.delete(running));
    this.underWay.add(running);
  }

  /** Resolves when everything that was begun has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  onApplicationShutdown(): Promise<void> {
    return this.settled();
  }
}

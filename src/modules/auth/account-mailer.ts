export interface AccountMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Sends mails about accounts. Bound by the role, because only it knows of a mail server; where it is not bound, links are shown
 * to whoever made them, and forgotten passwords are a matter for an administrator.
 */
export abstract class AccountMailer {
  abstract send(mail: AccountMail): Promise<void>;
}

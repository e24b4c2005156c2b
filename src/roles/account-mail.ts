import { type DynamicModule, Module } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { type AccountMail, AccountMailer } from '../modules/auth/index.js';
import type { HandlersConfig } from '../modules/handlers/index.js';

class SmtpAccountMailer extends AccountMailer {
  constructor(private readonly config: HandlersConfig) {
    super();
  }

  async send(mail: AccountMail): Promise<void> {
    const { smtpUrl, smtpFrom, smtpTimeoutMs } = this.config;
    const transport = createTransport({ url: smtpUrl, disableFileAccess: true, disableUrlAccess: true });
    await transport.sendMail({ ...mail, from: smtpFrom, signal: AbortSignal.timeout(smtpTimeoutMs) });
  }
}

@Module({})
class AccountMailModule {}

/** Binds the mails about accounts to the mail server that send_email uses; without one there are none. */
export function accountMail(config: HandlersConfig): DynamicModule {
  const canSend = config.smtpUrl !== undefined && config.smtpFrom !== undefined;
  const providers = canSend ? [{ provide: AccountMailer, useValue: new SmtpAccountMailer(config) }] : [];
  return { module: AccountMailModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
}

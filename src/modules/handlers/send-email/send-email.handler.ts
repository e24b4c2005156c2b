import { createTransport } from 'nodemailer';
import { HandlersConfig } from '../handlers.config.js';
import type { JobContext, JobHandlerContract } from '../job-handler.contract.js';
import { JobHandler } from '../job-handler.decorator.js';
import { SendEmailError, toDeliveryError } from './send-email.errors.js';
import { SendEmailPayload } from './send-email.payload.js';

/** Counts and not addresses: the result is kept in the job's history. */
export interface SentEmail {
  messageId: string;
  acceptedCount: number;
  /** Recipients that the server refused while it took others. They are not tried again: the others would get a second mail. */
  rejectedCount: number;
}

/** Sends one mail over SMTP, on a connection of its own. */
@JobHandler('send_email', {
  description:
    'Sends a mail over SMTP. The Message-ID stays the same over retries, so that a mailbox can drop a duplicate.',
  payload: SendEmailPayload,
  example: { to: ['ada@example.com'], subject: 'Your report is ready', text: 'Hello Ada,\n\nyour report is ready.' },
})
export class SendEmailHandler implements JobHandlerContract<SendEmailPayload> {
  constructor(private readonly config: HandlersConfig) {}

  lacks(): string | null {
    return this.config.smtpUrl ? null : 'SMTP_URL';
  }

  /** @throws NonRetryableError for a final refusal, SendEmailError for what may pass; each with a code, none with data */
  async handle(payload: SendEmailPayload, context: JobContext): Promise<SentEmail> {
    const { smtpUrl, smtpTimeoutMs } = this.config;
    const from = payload.from ?? this.config.smtpFrom;
    // Both are faults of this process and not of the mail: the next attempt may be with a worker that has them.
    if (!smtpUrl) throw new SendEmailError('SMTP_NOT_CONFIGURED', 'this worker has no mail server (SMTP_URL)');
    if (!from)
      throw new SendEmailError('SMTP_NO_SENDER', 'the mail has no sender, and this worker no default (SMTP_FROM)');

    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), smtpTimeoutMs);
    try {
      return await this.deliver(payload, from, context.jobId, AbortSignal.any([context.signal, deadline.signal]));
    } catch (error) {
      if (context.signal.aborted)
        throw new SendEmailError('SMTP_ABORTED', 'the delivery was given up: the job was aborted');
      if (deadline.signal.aborted) throw new SendEmailError('SMTP_TIMEOUT', `no delivery within ${smtpTimeoutMs} ms`);
      throw toDeliveryError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  private async deliver(
    payload: SendEmailPayload,
    from: string,
    jobId: string,
    signal: AbortSignal,
  ): Promise<SentEmail> {
    const transport = createTransport({
      url: this.config.smtpUrl,
      // A string that looks like a path or URL must stay a string, wherever it stands in a mail.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { to, cc, bcc, replyTo, subject, text, html } = payload;
    const mail = { from, to, cc, bcc, replyTo, subject, text, html };
    const messageId = `<${jobId}@${domainOf(from)}>`;
    const { accepted, rejected } = await transport.sendMail({ ...mail, messageId, signal });
    return { messageId, acceptedCount: accepted.length, rejectedCount: rejected.length };
  }
}

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? 'rota.invalid';
}

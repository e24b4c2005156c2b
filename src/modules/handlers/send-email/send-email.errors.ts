import { NonRetryableError } from '../../../kernel/handler-errors.js';

/** A delivery that may succeed next time. Code and fixed text only: a server's reply repeats addresses and content. */
export class SendEmailError extends Error {
  override readonly name = 'SendEmailError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Sorts what the SMTP client reports. A 5xx to sender, recipients or message is the server's final word on this mail
 * (RFC 5321, 4.2.1). A 5xx to the greeting or the login is about the installation and not about the mail, so that is
 * tried again, as 4xx and network errors are.
 */
export function toDeliveryError(error: unknown): Error {
  const { code, responseCode, command } = readSmtpError(error);
  if (responseCode === null) {
    if (code === 'EENVELOPE')
      return new NonRetryableError('the mail has no usable sender or recipient', 'SMTP_ENVELOPE');
    return new SendEmailError('SMTP_CONNECTION_FAILED', `the delivery failed (${code})`);
  }
  const message = `the mail server answered ${responseCode} to ${command}`;
  const isAboutMail = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);
  if (isAboutMail && responseCode >= 500 && responseCode <= 599) {
    return new NonRetryableError(message, `SMTP_STATUS_${responseCode}`);
  }
  return new SendEmailError(`SMTP_STATUS_${responseCode}`, message);
}

function readSmtpError(error: unknown): { code: string; responseCode: number | null; command: string } {
  const { code, responseCode, command } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  return {
    code: typeof code === 'string' && /^[A-Z0-9_]{2,64}$/.test(code) ? code : 'UNKNOWN',
    responseCode: typeof responseCode === 'number' && responseCode >= 100 ? responseCode : null,
    command: typeof command === 'string' && /^[A-Z0-9 -]{2,32}$/.test(command) ? command : 'the connection',
  };
}

import type { LoggerService } from '@nestjs/common';
import type { Log } from './log.js';

/** Nest's own messages in our log. What it tells of its wiring at boot is for those who debug it. */
export class NestLog implements LoggerService {
  constructor(private readonly target: Log) {}

  log(message: unknown, context?: string): void {
    this.target.debug({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.target.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.target.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    const { text, fields } = entryOf(message);
    this.target.warn({ context, ...fields }, text);
  }

  error(message: unknown, ...details: unknown[]): void {
    const { text, fields } = entryOf(message);
    this.target.error({ context: details.at(-1), ...fields }, text);
  }
}

/** Our own rooms log an object with `msg` and fields; an error brings its stack. */
function entryOf(message: unknown): { readonly text: string; readonly fields: Record<string, unknown> } {
  if (message instanceof Error) return { text: String(message), fields: { err: message } };
  if (typeof message !== 'object' || message === null || !('msg' in message))
    return { text: String(message), fields: {} };
  const { msg, ...fields } = message;
  return { text: String(msg), fields };
}

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
    this.target.warn({ context }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.target.error(
      { context: details.at(-1), err: message instanceof Error ? message : undefined },
      String(message),
    );
  }
}

import { type DestinationStream, pino, type Logger } from 'pino';
import { redact } from './redact.js';

type Fields = Record<string, unknown>;

/** JSON lines on standard output, redacted at any depth. Control characters are escaped by JSON, so no line can be forged. */
export class Log {
  readonly pino: Logger;

  constructor(options: { level: string; base?: Fields; destination?: DestinationStream }) {
    this.pino = pino(
      {
        level: options.level,
        base: options.base ?? null,
        timestamp: pino.stdTimeFunctions.isoTime,
        serializers: {
          err: (error: unknown) => error,
          req: (request: unknown) => request,
          res: (response: unknown) => response,
        },
        formatters: {
          level: (label) => ({ level: label }),
          log: (fields) => redact(fields) as Fields,
        },
      },
      options.destination ?? pino.destination({ fd: 1, sync: false }),
    );
  }

  debug(fields: Fields, message: string): void {
    this.pino.debug(fields, message);
  }

  info(fields: Fields, message: string): void {
    this.pino.info(fields, message);
  }

  warn(fields: Fields, message: string): void {
    this.pino.warn(fields, message);
  }

  error(fields: Fields, message: string): void {
    this.pino.error(fields, message);
  }

  /** Everything written so far reaches standard output. */
  flush(): void {
    this.pino.flush();
  }
}

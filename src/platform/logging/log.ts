import { type DestinationStream, pino, type Logger } from 'pino';
import { redact } from './redact.js';

type Fields = Record<string, unknown>;

/** Longest wait for the last lines of a process. */
const FLUSH_MS = 500;

/** JSON lines on standard output, redacted at any depth. Control characters are escaped by JSON, so no line can be forged. */
export class Log {
  readonly pino: Logger;
  private readonly stdout: ReturnType<typeof pino.destination> | undefined;

  constructor(options: { level: string; base?: Fields; destination?: DestinationStream }) {
    if (options.destination === undefined) this.stdout = pino.destination({ fd: 1, sync: false });
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
      options.destination ?? this.stdout,
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

  /**
   * Everything written so far reaches standard output, or its reader is known to be gone. To be awaited after a line and
   * before an exit: an exit in the midst of a write to a closed pipe repeats that write for ever.
   */
  flush(): Promise<void> {
    const { stdout } = this;
    if (!stdout) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, FLUSH_MS);
      const done = (): void => {
        clearTimeout(timer);
        resolve();
      };
      stdout.once('drain', done);
      stdout.once('error', done);
    });
  }
}

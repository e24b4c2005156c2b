import { Injectable } from '@nestjs/common';
import { cleanText } from '../../kernel/clean-text.js';
import { AppDatabase, Batcher } from '../../platform/database/index.js';
import { JobLogStore, type NewLogLine } from './job-log.store.js';

const MAX_MESSAGE_BYTES = 16_384;
const CUT = ' … [cut]';
/** Groups of lines in one statement; a group is what one job said since its last flush. */
const MAX_GROUPS = 200;

/** Writes the log lines of many jobs together; lines that come while a write is under way travel with the next. */
@Injectable()
export class JobLogWriter {
  private readonly batcher: Batcher<readonly NewLogLine[], void>;

  constructor(database: AppDatabase, store: JobLogStore) {
    this.batcher = new Batcher<readonly NewLogLine[], void>({
      maxItems: MAX_GROUPS,
      flush: async (groups) => {
        await store.append(database, groups.flat());
        return groups.map(() => undefined);
      },
    });
  }

  /**
   * Resolves when the lines are stored or refused (lost lease, cap of the job). Lines are kept only while the lease is held, so
   * wait for this before the attempt is finished. Text is cleaned and cut to 16 KiB here.
   */
  async append(lines: readonly NewLogLine[]): Promise<void> {
    if (lines.length > 0)
      await this.batcher.submit(lines.map((line) => ({ ...line, message: bounded(cleanText(line.message)) })));
  }

  /** Resolves when everything that was submitted has been answered. */
  async settled(): Promise<void> {
    await this.batcher.settled();
  }
}

function bounded(message: string): string {
  if (message.length * 3 <= MAX_MESSAGE_BYTES) return message;
  const bytes = Buffer.from(message);
  if (bytes.byteLength <= MAX_MESSAGE_BYTES) return message;
  let end = MAX_MESSAGE_BYTES - Buffer.byteLength(CUT);
  // Not in the middle of a character: continuation bytes are 10xxxxxx (RFC 3629 §3).
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end) + CUT;
}

/** Stable reasons for which a cron expression is refused. */
export type CronErrorCode = 'CRON_EMPTY' | 'CRON_TOO_LONG' | 'CRON_FIELD_COUNT' | 'CRON_FIELD' | 'CRON_UNSUPPORTED';

export type CronFieldName = 'second' | 'minute' | 'hour' | 'day of month' | 'month' | 'day of week';

/** An expression that cannot be read. `message` is fit to be shown; `field` names the field at fault, if it is one. */
export class CronError extends Error {
  readonly code: CronErrorCode;
  readonly field: CronFieldName | null;

  constructor(code: CronErrorCode, message: string, field: CronFieldName | null = null) {
    super(message);
    this.name = 'CronError';
    this.code = code;
    this.field = field;
  }
}

/** A time zone name that is not an IANA name known to this runtime. */
export class TimeZoneError extends Error {
  readonly code = 'TIME_ZONE_UNKNOWN';

  constructor(message: string) {
    super(message);
    this.name = 'TimeZoneError';
  }
}

/** Quotes input for a message: shortened, and control characters escaped so that a log line stays one line. */
export function quoteInput(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

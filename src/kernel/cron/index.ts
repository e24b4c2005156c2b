/**
 * Cron as cronie keeps it, in the zone of a schedule, and intervals. Plain functions of their arguments: no clock, no
 * environment, no zone of the process.
 */
export { CronError, TimeZoneError, type CronErrorCode, type CronFieldName } from './cron.errors.js';
export { MAX_CRON_LENGTH, parseCron, type CronExpression } from './cron-expression.js';
export { cronCanFire } from './cron-calendar.js';
export { nextCronInstant } from './cron-next.js';
export { describeCron } from './cron-words.js';
export { nextIntervalInstant } from './interval.js';
export { canonicalTimeZone } from './time-zone.js';
export { utcOffsetLabel } from './zone-clock.js';

/** Limits of the interface, stated in every refusal. Those of the schema are wider: it has the last word. */
export const MAX_PAYLOAD_BYTES = 65_536;
export const MAX_BULK_JOBS = 1_000;
/** Bodies in bytes as sent; a payload may be written with spaces. */
export const ENQUEUE_BODY_BYTES = 262_144;
export const BULK_BODY_BYTES = 8_388_608;
/** Five years: the same horizon as `runAt`. */
export const MAX_DELAY_MS = 5 * 365 * 86_400_000;
export const MAX_LABELS = 20;
export const MAX_LABEL_KEY_LENGTH = 64;
export const MAX_LABEL_VALUE_LENGTH = 255;
/** Bytes of an idempotency key; visible ASCII, as a header value can hold it. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;
/** Log of one job, over all its attempts. What comes after that is refused; what was written stays. */
export const MAX_LOG_LINES = 1_000;
export const MAX_LOG_BYTES = 1_000_000;
/** Jobs that one bulk command changes at most; it says whether there are more. */
export const MAX_COMMAND_JOBS = 1_000;
/** Jobs of one statement of a bulk command: bounds how long rows stay locked. */
export const COMMAND_BATCH = 200;
/** A dry run counts up to here. */
export const MAX_COUNTED_JOBS = 10_000;

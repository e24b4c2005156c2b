import { randomBytes } from 'node:crypto';
import { sharedClockSteps, sharedNowMs } from './shared-clock.js';

/**
 * UUIDv7 (RFC 9562 §5.7), minted before the first try of a write and re-sent on a retry, so that a commit whose answer
 * was lost does no harm. Within one process ids strictly increase: the 12 bits after the version are a counter within the
 * millisecond (RFC 9562 §6.2, method 1), so a batch keeps its order in the index and in every keyset list. The time is that of the
 * database, as far as the process knows it: lists find jobs by the time in their ids.
 */
const POOL_BYTES = 8 * 512;
let pool = randomBytes(POOL_BYTES);
let poolOffset = 0;
let lastMs = 0;
let counter = 0;
let seenSteps = 0;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hex = (byte: number): string => HEX[byte & 255] as string;

export function newId(): string {
  const nowMs = sharedNowMs();
  // What a wrong clock has minted must not keep all later ids in the future.
  if (seenSteps !== sharedClockSteps()) [seenSteps, lastMs] = [sharedClockSteps(), 0];
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = 0;
  } else if (++counter > 0xfff) {
    // More than 4,096 in a millisecond, or the clock went back: borrow from the future and stay monotonic.
    lastMs += 1;
    counter = 0;
  }
  if (poolOffset === POOL_BYTES) {
    pool = randomBytes(POOL_BYTES);
    poolOffset = 0;
  }
  const random = poolOffset;
  poolOffset += 8;
  const high = Math.floor(lastMs / 0x10000);
  const low = lastMs % 0x10000;
  const byte = (index: number): string => hex(pool[random + index] as number);
  return (
    `${hex(high >>> 24)}${hex(high >>> 16)}${hex(high >>> 8)}${hex(high)}-${hex(low >>> 8)}${hex(low)}-` +
    `7${(counter & 0xfff).toString(16).padStart(3, '0')}-` +
    `${hex(0x80 | ((pool[random] as number) & 0x3f))}${byte(1)}-${byte(2)}${byte(3)}${byte(4)}${byte(5)}${byte(6)}${byte(7)}`
  );
}

/** The smallest UUIDv7 of an instant: lower bound of the ids minted at or after it. */
export function firstIdAt(instant: Date): string {
  const ms = Math.max(0, Math.min(instant.getTime(), 0xffffffffffff)).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

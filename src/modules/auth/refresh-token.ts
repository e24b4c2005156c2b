import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A refresh token names its family and its place in it, and proves both by an HMAC (RFC 2104) under JWT_REFRESH_SECRET. The
 * token that follows can therefore be issued again within the grace window without having been stored.
 */
export interface RefreshTokenPlace {
  readonly familyId: string;
  readonly counter: number;
}

const PREFIX = 'rota_rt_';
const PLACE_BYTES = 20; // 16 of the family id, 4 of the counter
const TOKEN_BYTES = PLACE_BYTES + 32;
const TOKEN = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{${Math.ceil((TOKEN_BYTES * 4) / 3)}}$`);

export function refreshTokenOf(place: RefreshTokenPlace, secret: string): string {
  const bytes = Buffer.alloc(PLACE_BYTES);
  Buffer.from(place.familyId.replaceAll('-', ''), 'hex').copy(bytes);
  bytes.writeUInt32BE(place.counter, 16);
  return PREFIX + Buffer.concat([bytes, sign(bytes, secret)]).toString('base64url');
}

/** The place that a genuine token proves; `undefined` for everything else. */
export function readRefreshToken(token: string, secret: string): RefreshTokenPlace | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  if (bytes.length !== TOKEN_BYTES) return undefined;
  const place = bytes.subarray(0, PLACE_BYTES);
  if (!timingSafeEqual(bytes.subarray(PLACE_BYTES), sign(place, secret))) return undefined;
  const hex = place.toString('hex', 0, 16);
  const familyId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { familyId, counter: place.readUInt32BE(16) };
}

/** What is kept of a token. SHA-256 is enough: there is nothing to guess. */
export function refreshTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function sign(place: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update('rota refresh token v1\0').update(place).digest();
}

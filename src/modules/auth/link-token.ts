import { createHash, randomBytes } from 'node:crypto';

/** A secret that travels in a link: 256 random bits, of which only the SHA-256 is kept. */
export interface LinkToken {
  readonly token: string;
  readonly hash: Buffer;
}

/** `kind` makes tokens recognisable, such as `invite`. */
export function mintLinkToken(kind: string): LinkToken {
  const token = `rota_${kind}_${randomBytes(32).toString('base64url')}`;
  return { token, hash: linkTokenHash(token) };
}

export function linkTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

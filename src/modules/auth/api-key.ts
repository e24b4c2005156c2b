import { hash, randomBytes } from 'node:crypto';

/** `rota_<prefix>_<secret>`: the prefix is shown in lists so that people can tell keys apart, the secret never again. */
export interface MintedApiKey {
  readonly token: string;
  readonly prefix: string;
  readonly hash: Buffer;
}

const TOKEN = /^rota_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/;

export function mintApiKey(): MintedApiKey {
  const prefix = randomBytes(4).toString('hex');
  const token = `rota_${prefix}_${randomBytes(32).toString('base64url')}`;
  return { token, prefix, hash: apiKeyHash(token) };
}

export function isApiKeyShaped(token: string): boolean {
  return TOKEN.test(token);
}

/** SHA-256 is enough at rest: 256 random bits cannot be guessed, and the look-up by hash leaks no timing of the key. */
export function apiKeyHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

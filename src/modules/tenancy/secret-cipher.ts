import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { RotaError } from '../../kernel/errors.js';

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + IV_BYTES + TAG_BYTES;

/**
 * AES-256-GCM under a key that HKDF (RFC 5869) derives from SECRETS_KEY. Project and name are authenticated with the value,
 * so that a row copied to another project or name cannot be read there. Stored as version, IV, tag, ciphertext.
 */
export class SecretCipher {
  private readonly key: Buffer;

  constructor(secretsKey: string) {
    this.key = Buffer.from(hkdfSync('sha256', secretsKey, 'rota', 'project secrets v1', 32));
  }

  encrypt(projectId: string, name: string, value: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(placeOf(projectId, name));
    const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body]);
  }

  /** Throws `unavailable` SECRETS_KEY_MISMATCH: the value was encrypted under another key, or somebody changed it. */
  decrypt(projectId: string, name: string, stored: Buffer): string {
    try {
      if (stored[0] !== VERSION) throw new Error(`unknown version ${stored[0]}`);
      const iv = stored.subarray(1, 1 + IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', this.key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(placeOf(projectId, name)).setAuthTag(stored.subarray(1 + IV_BYTES, HEADER_BYTES));
      return Buffer.concat([decipher.update(stored.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8');
    } catch (error) {
      throw new RotaError(
        'unavailable',
        'SECRETS_KEY_MISMATCH',
        'a project secret cannot be read with the present SECRETS_KEY',
        {
          cause: error,
        },
      );
    }
  }
}

function placeOf(projectId: string, name: string): Buffer {
  return Buffer.from(`${projectId}/${name}`);
}

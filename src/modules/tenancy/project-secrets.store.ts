import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUuid, newId } from '../../kernel/ids.js';
import { FreshCache } from '../../platform/cache/index.js';
import { EncryptionConfig } from '../../platform/config/index.js';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { ProjectSecrets } from '../handlers/index.js';
import { SecretCipher } from './secret-cipher.js';

/** Names that begin like this are kept by Rota itself: no handler can be given their values, no caller can set them. */
export const RESERVED_SECRET_PREFIX = 'webhook.';
export const SIGNING_SECRET = 'webhook.signing';
/** How long the old signing secret signs beside the new one. */
export const SIGNING_OVERLAP_SECONDS = 86_400;

const SIGNING_PREFIX = 'whsec_';
const SIGNING_BYTES = 32;

export interface SecretName {
  readonly name: string;
  readonly createdAt: Date;
}

interface Stored {
  readonly ciphertext: Buffer;
}

/** Project secrets, encrypted at rest. A value that was changed counts within a second. */
@Injectable()
export class ProjectSecretsStore extends ProjectSecrets {
  private readonly cipher: SecretCipher;
  private readonly signing = new FreshCache<Buffer[]>({ maxAgeMs: 1_000, maxEntries: 10_000 });
  private readonly values = new FreshCache<string | null>({ maxAgeMs: 1_000, maxEntries: 1_000 });

  constructor(
    private readonly database: AppDatabase,
    encryption: EncryptionConfig,
  ) {
    super();
    this.cipher = new SecretCipher(encryption.secretsKey);
  }

  override signingSecrets(projectId: string): Promise<Buffer[]> {
    return this.signing.get(projectId, () => this.readSigningSecrets(projectId));
  }

  override reveal(projectId: string, name: string): Promise<string | null> {
    if (name.startsWith(RESERVED_SECRET_PREFIX)) return Promise.resolve(null);
    return this.values.get(`${projectId} ${name}`, () => this.readValue(projectId, name));
  }

  /** By name, after `afterName`. */
  async names(
    session: Session,
    projectId: string,
    afterName: string | undefined,
    limit: number,
  ): Promise<SecretName[]> {
    return session.query<SecretName>(
      `SELECT name, created_at AS "createdAt" FROM project_secrets
       WHERE project_id = $1 AND retires_at IS NULL AND ($2::text IS NULL OR name > $2) ORDER BY name LIMIT $3`,
      [projectId, afterName ?? null, limit],
    );
  }

  /** True if the name is new. */
  async put(session: Session, projectId: string, name: string, value: string): Promise<boolean> {
    const [row] = await session.query<{ isNew: boolean }>(
      `INSERT INTO project_secrets (id, project_id, name, ciphertext) VALUES ($1, $2, $3, $4)
       ON CONFLICT (project_id, name) WHERE retires_at IS NULL DO UPDATE SET ciphertext = excluded.ciphertext, created_at = now()
       RETURNING id = $1 AS "isNew"`,
      [newId(), projectId, name, this.cipher.encrypt(projectId, name, value)],
    );
    return row?.isNew === true;
  }

  async remove(session: Session, projectId: string, name: string): Promise<boolean> {
    return (
      (await session.execute('DELETE FROM project_secrets WHERE project_id = $1 AND name = $2', [projectId, name])) > 0
    );
  }

  /** The new secret in the form of Standard Webhooks. The present one goes on signing for a day beside it, older ones end. */
  async rotateSigningSecret(session: Session, projectId: string): Promise<string> {
    const secret = newSigningSecret();
    // Rotations of a project take turns, so that there is one current secret after them.
    await session.execute('SELECT 1 FROM projects WHERE id = $1 FOR NO KEY UPDATE', [projectId]);
    await session.execute(
      'DELETE FROM project_secrets WHERE project_id = $1 AND name = $2 AND retires_at IS NOT NULL',
      [projectId, SIGNING_SECRET],
    );
    await session.execute(
      `UPDATE project_secrets SET retires_at = now() + make_interval(secs => $3) WHERE project_id = $1 AND name = $2 AND retires_at IS NULL`,
      [projectId, SIGNING_SECRET, SIGNING_OVERLAP_SECONDS],
    );
    await this.put(session, projectId, SIGNING_SECRET, secret);
    return secret;
  }

  /** After a change made in this process. */
  forget(projectId: string, name: string): void {
    this.signing.forget(projectId);
    this.values.forget(`${projectId} ${name}`);
  }

  /** Made at first need: whoever comes first, all get the one that is stored. */
  private async readSigningSecrets(projectId: string): Promise<Buffer[]> {
    if (!isUuid(projectId)) return [];
    const known = await this.storedSigningSecrets(projectId);
    if (known.length > 0) return known;
    await this.database.execute(
      `INSERT INTO project_secrets (id, project_id, name, ciphertext) SELECT $1, p.id, $3, $4 FROM projects p WHERE p.id = $2
       ON CONFLICT (project_id, name) WHERE retires_at IS NULL DO NOTHING`,
      [newId(), projectId, SIGNING_SECRET, this.cipher.encrypt(projectId, SIGNING_SECRET, newSigningSecret())],
    );
    return this.storedSigningSecrets(projectId);
  }

  private async storedSigningSecrets(projectId: string): Promise<Buffer[]> {
    const rows = await this.database.query<Stored>(
      `SELECT ciphertext FROM project_secrets WHERE project_id = $1 AND name = $2 AND (retires_at IS NULL OR retires_at > now())
       ORDER BY retires_at DESC NULLS FIRST`,
      [projectId, SIGNING_SECRET],
    );
    return rows.map(({ ciphertext }) => {
      const secret = this.cipher.decrypt(projectId, SIGNING_SECRET, ciphertext);
      return Buffer.from(secret.slice(SIGNING_PREFIX.length), 'base64');
    });
  }

  private async readValue(projectId: string, name: string): Promise<string | null> {
    const [row] = await this.database.query<Stored>(
      'SELECT ciphertext FROM project_secrets WHERE project_id = $1 AND name = $2 AND retires_at IS NULL',
      [projectId, name],
    );
    return row ? this.cipher.decrypt(projectId, name, row.ciphertext) : null;
  }
}

function newSigningSecret(): string {
  return SIGNING_PREFIX + randomBytes(SIGNING_BYTES).toString('base64');
}

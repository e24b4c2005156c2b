import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';
import type { KeyScope } from './permissions.js';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: KeyScope[];
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** At most a minute behind. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface LockedApiKey extends ApiKey {
  readonly keyHash: Buffer;
  /** Not revoked, not expired. */
  readonly isLive: boolean;
}

export interface NewApiKey {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly scopes: readonly KeyScope[];
  readonly createdBy: string | null;
  readonly expiresAt: Date | null;
}

export interface LiveApiKey {
  readonly id: string;
  readonly projectId: string;
  readonly scopes: KeyScope[];
  readonly isUseDue: boolean;
}

const COLUMNS = `id, name, prefix, scopes, created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

@Injectable()
export class ApiKeyStore {
  /** Nothing if the expiry is not in the future, by the database's clock. */
  async insert(session: Session, key: NewApiKey): Promise<ApiKey | undefined> {
    const [row] = await session.query<ApiKey>(
      `INSERT INTO api_keys (id, project_id, name, prefix, key_hash, scopes, created_by, expires_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8::timestamptz WHERE $8::timestamptz IS NULL OR $8::timestamptz > now()
       RETURNING ${COLUMNS}`,
      [key.id, key.projectId, key.name, key.prefix, key.hash, key.scopes, key.createdBy, key.expiresAt],
    );
    return row;
  }

  /** The key of a hash, if it may be used now: not revoked, not expired, its project not deleted. */
  async findLive(session: Session, hash: Buffer): Promise<LiveApiKey | undefined> {
    const [row] = await session.query<LiveApiKey>(
      `SELECT k.id, k.project_id AS "projectId", k.scopes,
              k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS "isUseDue"
       FROM api_keys k JOIN projects p ON p.id = k.project_id
       WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AND p.deleted_at IS NULL`,
      [hash],
    );
    return row;
  }

  /** At most one write a minute, over all replicas. */
  async touch(session: Session, keyId: string): Promise<void> {
    await session.execute(
      `UPDATE api_keys SET last_used_at = now() WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
      [keyId],
    );
  }

  /** Newest first, from below `beforeId`. */
  async list(session: Session, projectId: string, beforeId: string | undefined, limit: number): Promise<ApiKey[]> {
    return session.query<ApiKey>(
      `SELECT ${COLUMNS} FROM api_keys WHERE project_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [projectId, beforeId ?? null, limit],
    );
  }

  async lock(session: Session, projectId: string, keyId: string): Promise<LockedApiKey | undefined> {
    const [row] = await session.query<LockedApiKey>(
      `SELECT ${COLUMNS}, key_hash AS "keyHash", revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AS "isLive"
       FROM api_keys WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [projectId, keyId],
    );
    return row;
  }

  /** The end of a key that has a successor: so many seconds from now, unless it ends before. */
  async endIn(session: Session, keyId: string, seconds: number): Promise<Date> {
    const [row] = await session.query<{ expiresAt: Date }>(
      `UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(secs => $2)) WHERE id = $1
       RETURNING expires_at AS "expiresAt"`,
      [keyId, seconds],
    );
    return (row as { expiresAt: Date }).expiresAt;
  }

  async revoke(session: Session, keyId: string): Promise<void> {
    await session.execute(`UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL`, [keyId]);
  }
}

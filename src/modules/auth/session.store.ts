import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';

/** Where a request came from, kept so that people recognise their sessions. */
export interface ClientTrace {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface NewFamily {
  readonly id: string;
  readonly userId: string;
  readonly sessionVersion: number;
  readonly tokenHash: Buffer;
  readonly lifeSeconds: number;
  readonly client: ClientTrace;
}

export interface Rotation {
  readonly familyId: string;
  readonly counter: number;
  readonly tokenHash: Buffer;
  readonly nextTokenHash: Buffer;
  readonly lifeSeconds: number;
  readonly client: ClientTrace;
}

export interface FamilyOwner {
  readonly userId: string;
  readonly sessionVersion: number;
}

export interface FamilyState extends FamilyOwner {
  readonly counter: number;
  /** Not revoked, not expired, and not cut by a newer session version. */
  readonly isAlive: boolean;
  readonly rotatedSecondsAgo: number;
}

/** A sign-in as its user sees it. */
export interface OwnSession {
  readonly id: string;
  readonly userAgent: string | null;
  readonly ip: string | null;
  readonly createdAt: Date;
  /** When its tokens were last renewed. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

/** The rows of `refresh_tokens`: one per sign-in, holding the place of its current token. */
@Injectable()
export class SessionStore {
  /** False if the session version moved on since the password was checked. */
  async insert(session: Session, family: NewFamily): Promise<boolean> {
    const inserted = await session.execute(
      `INSERT INTO refresh_tokens (id, user_id, token_hash, session_version, user_agent, ip, expires_at)
       SELECT $1, id, $3, session_version, $5, $6, now() + make_interval(secs => $7) FROM users WHERE id = $2 AND session_version = $4
       ON CONFLICT (id) DO NOTHING`,
      [
        family.id,
        family.userId,
        family.tokenHash,
        family.sessionVersion,
        family.client.userAgent,
        family.client.ip,
        family.lifeSeconds,
      ],
    );
    return inserted === 1;
  }

  /** The one statement that decides who of many racing refreshes wins: the others find the counter moved on. */
  async rotate(session: Session, rotation: Rotation): Promise<FamilyOwner | undefined> {
    const [owner] = await session.query<FamilyOwner>(
      `UPDATE refresh_tokens t
       SET counter = t.counter + 1, token_hash = $4, rotated_at = now(), expires_at = now() + make_interval(secs => $5), user_agent = $6, ip = $7
       WHERE t.id = $1 AND t.counter = $2 AND t.token_hash = $3 AND t.revoked_at IS NULL AND t.expires_at > now()
         AND t.session_version = (SELECT u.session_version FROM users u WHERE u.id = t.user_id)
       RETURNING t.user_id AS "userId", t.session_version AS "sessionVersion"`,
      [
        rotation.familyId,
        rotation.counter,
        rotation.tokenHash,
        rotation.nextTokenHash,
        rotation.lifeSeconds,
        rotation.client.userAgent,
        rotation.client.ip,
      ],
    );
    return owner;
  }

  async find(session: Session, familyId: string): Promise<FamilyState | undefined> {
    const [row] = await session.query<FamilyState>(
      `SELECT t.user_id AS "userId", t.session_version AS "sessionVersion", t.counter,
              t.revoked_at IS NULL AND t.expires_at > now() AND t.session_version = u.session_version AS "isAlive",
              extract(epoch FROM clock_timestamp() - t.rotated_at)::float8 AS "rotatedSecondsAgo"
       FROM refresh_tokens t JOIN users u ON u.id = t.user_id WHERE t.id = $1`,
      [familyId],
    );
    return row;
  }

  /** The owner if this call revoked it; nothing if it was revoked before. */
  async revoke(session: Session, familyId: string): Promise<string | undefined> {
    const [row] = await session.query<{ userId: string }>(
      `UPDATE refresh_tokens SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING user_id AS "userId"`,
      [familyId],
    );
    return row?.userId;
  }

  /** Sessions that can still be renewed, newest first, from below `beforeId`. */
  async list(session: Session, userId: string, beforeId: string | undefined, limit: number): Promise<OwnSession[]> {
    return session.query<OwnSession>(
      `SELECT t.id, t.user_agent AS "userAgent", host(t.ip) AS ip, t.created_at AS "createdAt", t.rotated_at AS "lastUsedAt",
              t.expires_at AS "expiresAt"
       FROM refresh_tokens t JOIN users u ON u.id = t.user_id
       WHERE t.user_id = $1 AND ($2::uuid IS NULL OR t.id < $2) AND t.revoked_at IS NULL AND t.expires_at > now()
         AND t.session_version = u.session_version
       ORDER BY t.id DESC LIMIT $3`,
      [userId, beforeId ?? null, limit],
    );
  }

  /** False if the user has no such session. */
  async revokeOwn(session: Session, userId: string, familyId: string): Promise<boolean> {
    const revoked = await session.execute(
      'UPDATE refresh_tokens SET revoked_at = now() WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL',
      [familyId, userId],
    );
    return revoked === 1;
  }

  /** The standing of a signed-in user; nothing once the session was cut. */
  async standing(
    session: Session,
    userId: string,
    familyId: string,
  ): Promise<{ isOperator: boolean; sessionVersion: number } | undefined> {
    const [row] = await session.query<{ isOperator: boolean; sessionVersion: number }>(
      `SELECT u.is_operator AS "isOperator", u.session_version AS "sessionVersion"
       FROM users u JOIN refresh_tokens t ON t.user_id = u.id
       WHERE u.id = $1 AND t.id = $2 AND t.revoked_at IS NULL AND t.session_version = u.session_version`,
      [userId, familyId],
    );
    return row;
  }
}

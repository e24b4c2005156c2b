import { Injectable } from '@nestjs/common';
import { accountOf, composedAddress } from '../../kernel/email-address.js';
import type { Session } from '../../platform/database/index.js';

export interface UserCredentials {
  readonly id: string;
  readonly passwordHash: string;
  readonly sessionVersion: number;
}

export interface UserProfile {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly createdAt: Date;
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly isOperator: boolean;
}

@Injectable()
export class UserStore {
  async credentials(session: Session, email: string): Promise<UserCredentials | undefined> {
    const [row] = await session.query<UserCredentials & { email: string }>(
      `SELECT id, email, password_hash AS "passwordHash", session_version AS "sessionVersion" FROM users WHERE lower(email) = lower($1)`,
      [composedAddress(email)],
    );
    // In some locales of PostgreSQL other letters become one as well (İ and i): failed attempts are counted by our own spelling, and
    // each of theirs would have a budget of its own.
    return row !== undefined && accountOf(row.email) === accountOf(email) ? row : undefined;
  }

  async credentialsById(session: Session, userId: string): Promise<(UserCredentials & { email: string }) | undefined> {
    const [row] = await session.query<UserCredentials & { email: string }>(
      `SELECT id, email, password_hash AS "passwordHash", session_version AS "sessionVersion" FROM users WHERE id = $1`,
      [userId],
    );
    return row;
  }

  /** Ends every session of the user, whatever its tokens say. Answers the new session version. */
  async cutSessions(session: Session, userId: string): Promise<number> {
    const [row] = await session.query<{ sessionVersion: number }>(
      `WITH cut AS (UPDATE refresh_tokens SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL)
       UPDATE users SET session_version = session_version + 1 WHERE id = $1 RETURNING session_version AS "sessionVersion"`,
      [userId],
    );
    return row?.sessionVersion ?? 0;
  }

  /** A new password ends the sessions and the reset links that belong to the old one. Answers the new session version. */
  async setPassword(session: Session, userId: string, passwordHash: string): Promise<number> {
    await session.execute('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
    await session.execute('DELETE FROM password_resets WHERE user_id = $1', [userId]);
    return this.cutSessions(session, userId);
  }

  /** Later links do not end earlier ones: whoever asks twice may use either mail, until one of them is used. */
  async insertReset(session: Session, userId: string, tokenHash: Buffer, lifeSeconds: number): Promise<void> {
    await session.execute(
      `INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))`,
      [tokenHash, userId, lifeSeconds],
    );
  }

  async isResetOpen(session: Session, tokenHash: Buffer): Promise<boolean> {
    const rows = await session.query('SELECT 1 FROM password_resets WHERE token_hash = $1 AND expires_at > now()', [
      tokenHash,
    ]);
    return rows.length === 1;
  }

  /** The one statement that decides who of several users of a link wins; the user whose password it opens. */
  async takeReset(session: Session, tokenHash: Buffer): Promise<string | undefined> {
    const [row] = await session.query<{ userId: string }>(
      `DELETE FROM password_resets WHERE token_hash = $1 AND expires_at > now() RETURNING user_id AS "userId"`,
      [tokenHash],
    );
    return row?.userId;
  }

  async profile(session: Session, userId: string): Promise<UserProfile | undefined> {
    const [row] = await session.query<UserProfile>(
      `SELECT id, email, name, is_operator AS "isOperator", created_at AS "createdAt" FROM users WHERE id = $1`,
      [userId],
    );
    return row;
  }

  /** False if somebody has this e-mail address already. */
  async insert(session: Session, user: NewUser): Promise<boolean> {
    const inserted = await session.execute(
      `INSERT INTO users (id, email, name, password_hash, is_operator) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (lower(email)) DO NOTHING`,
      [user.id, composedAddress(user.email), user.name, user.passwordHash, user.isOperator],
    );
    return inserted === 1;
  }
}

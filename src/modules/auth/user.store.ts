import { Injectable } from '@nestjs/common';
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
    const [row] = await session.query<UserCredentials>(
      `SELECT id, password_hash AS "passwordHash", session_version AS "sessionVersion" FROM users WHERE lower(email) = lower($1)`,
      [email],
    );
    return row;
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
      [user.id, user.email, user.name, user.passwordHash, user.isOperator],
    );
    return inserted === 1;
  }
}

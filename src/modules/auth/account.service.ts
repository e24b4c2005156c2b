import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { type NewUser, type UserProfile, UserStore } from './user.store.js';
import { assertPasswordLength, PasswordHasher } from './password-hasher.js';

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly isOperator: boolean;
}

/** The accounts of people. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: AppDatabase,
    private readonly users: UserStore,
    private readonly passwords: PasswordHasher,
  ) {}

  /** The user, if the password is right. Takes the same time for an account that does not exist. */
  async checkPassword(
    email: string,
    password: string,
  ): Promise<{ userId: string; sessionVersion: number } | undefined> {
    const user = await this.users.credentials(this.database, email);
    const isMatch = await this.passwords.matches(user?.passwordHash, password);
    return user && isMatch ? { userId: user.id, sessionVersion: user.sessionVersion } : undefined;
  }

  profile(userId: string): Promise<UserProfile | undefined> {
    return this.users.profile(this.database, userId);
  }

  /** The id of whoever has this e-mail address, whatever its case. */
  async findByEmail(session: Session, email: string): Promise<string | undefined> {
    return (await this.users.credentials(session, email))?.id;
  }

  /** The new user's id; nothing if the e-mail address is taken. Throws `invalid` PASSWORD_LENGTH. */
  async create(session: Session, account: NewAccount): Promise<string | undefined> {
    return this.insert(session, { ...account, passwordHash: await this.hashPassword(account.password) });
  }

  /** For an account made in a transaction that must not wait for a hash. Throws `invalid` PASSWORD_LENGTH. */
  hashPassword(password: string): Promise<string> {
    assertPasswordLength(password, '/password');
    return this.passwords.hash(password);
  }

  /** The same as `create`, with the password hashed before. */
  async insert(session: Session, account: Omit<NewUser, 'id'>): Promise<string | undefined> {
    const user = { ...account, id: newId() };
    return (await this.users.insert(session, user)) ? user.id : undefined;
  }

  /** Ends every session of a user who was removed from somewhere. */
  async cutSessions(session: Session, userId: string): Promise<void> {
    await this.users.cutSessions(session, userId);
  }
}

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { argon2id, hash, verify } from 'argon2';
import { RotaError } from '../../kernel/errors.js';
import { AuthConfig } from './auth.config.js';
import { HashTurns } from './hash-turns.js';

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane. */
const ARGON2ID = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const PASSWORD_BYTES = Object.freeze({ min: 12, max: 1024 });

/** Is it a password that may be set? Also the bound before any hashing. Throws `invalid` PASSWORD_LENGTH. */
export function assertPasswordLength(password: string, pointer: string): void {
  const bytes = Buffer.byteLength(password);
  if (bytes >= PASSWORD_BYTES.min && bytes <= PASSWORD_BYTES.max) return;
  const rule = `the password must have ${PASSWORD_BYTES.min} to ${PASSWORD_BYTES.max} bytes`;
  throw RotaError.invalid('PASSWORD_LENGTH', rule, pointer);
}

@Injectable()
export class PasswordHasher {
  private readonly turns: HashTurns;
  private readonly nobody: Promise<string>;

  constructor(config: AuthConfig) {
    this.turns = new HashTurns({ concurrency: config.passwordHashConcurrency, waitMs: config.passwordHashWaitMs });
    this.nobody = this.hash(randomBytes(32).toString('hex'));
    this.nobody.catch(() => undefined); // whoever needs it sees the failure
  }

  hash(password: string): Promise<string> {
    return this.turns.take(() => hash(password.normalize('NFKC'), ARGON2ID));
  }

  /** Takes the same time whether the account exists or not: without one it checks against a hash that nothing matches. */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const known = passwordHash ?? (await this.nobody);
    const isMatch = await this.turns.take(() => verify(known, password.normalize('NFKC')));
    return isMatch && passwordHash !== undefined;
  }
}

import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { FreshCache } from '../../platform/cache/index.js';
import { AppDatabase } from '../../platform/database/index.js';
import { ApiKeyService } from './api-key.service.js';
import type { Principal } from './principal.js';
import { SessionStore } from './session.store.js';
import { TokenService } from './token.service.js';

interface Standing {
  readonly isOperator: boolean;
  readonly sessionVersion: number;
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;
const KEY_PREFIX = 'rota_';

/** Turns `Authorization: Bearer …` into who is calling: an API key or the access token of a user. */
@Injectable()
export class Authenticator {
  private readonly standings = new FreshCache<Standing | undefined>({ maxAgeMs: 1_000, maxEntries: 10_000 });

  constructor(
    private readonly database: AppDatabase,
    private readonly tokens: TokenService,
    private readonly keys: ApiKeyService,
    private readonly sessions: SessionStore,
  ) {}

  /** Throws `unauthenticated`. A session or key that was cut is refused within a second. */
  async authenticate(authorization: string | undefined): Promise<Principal> {
    if (authorization === undefined)
      throw new RotaError('unauthenticated', 'UNAUTHENTICATED', 'credentials are required');
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) throw new RotaError('unauthenticated', 'UNAUTHENTICATED', 'send Authorization: Bearer …');
    if (!token.startsWith(KEY_PREFIX)) return this.user(token);
    const principal = await this.keys.authenticate(token);
    if (!principal)
      throw new RotaError('unauthenticated', 'API_KEY_INVALID', 'the API key is unknown, revoked or has expired');
    return principal;
  }

  /** After sessions were cut by this process: it counts at once here, within a second elsewhere. */
  forgetAll(): void {
    this.standings.clear();
  }

  private async user(token: string): Promise<Principal> {
    const { userId, sessionId, sessionVersion } = await this.tokens.verify(token);
    const standing = await this.standings.get(`${userId} ${sessionId}`, () =>
      this.sessions.standing(this.database, userId, sessionId),
    );
    if (standing?.sessionVersion !== sessionVersion) {
      throw new RotaError('unauthenticated', 'SESSION_ENDED', 'the session has ended: sign in again');
    }
    return { kind: 'user', userId, sessionId, isOperator: standing.isOperator };
  }
}

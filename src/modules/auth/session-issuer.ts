import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import type { Session } from '../../platform/database/index.js';
import { AuthConfig } from './auth.config.js';
import { refreshTokenHash, type RefreshTokenPlace } from './refresh-token.js';
import { type ClientTrace, type FamilyOwner, SessionStore } from './session.store.js';
import { type AccessToken, TokenService } from './token.service.js';

export interface SignedIn {
  readonly access: AccessToken;
  readonly refreshToken: string;
  readonly refreshExpiresInSeconds: number;
}

/** Makes the tokens of a session. */
@Injectable()
export class SessionIssuer {
  constructor(
    private readonly sessions: SessionStore,
    private readonly tokens: TokenService,
    private readonly config: AuthConfig,
  ) {}

  /** A new session; nothing if the password was changed since it was checked. */
  async start(session: Session, owner: FamilyOwner, client: ClientTrace): Promise<SignedIn | undefined> {
    const place = { familyId: newId(), counter: 0 };
    const isStarted = await this.sessions.insert(session, {
      id: place.familyId,
      userId: owner.userId,
      sessionVersion: owner.sessionVersion,
      tokenHash: refreshTokenHash(this.tokens.refreshToken(place)),
      lifeSeconds: this.config.refreshTokenSeconds,
      client,
    });
    return isStarted ? this.tokensOf(place, owner) : undefined;
  }

  async tokensOf(place: RefreshTokenPlace, owner: FamilyOwner): Promise<SignedIn> {
    const claims = { userId: owner.userId, sessionId: place.familyId, sessionVersion: owner.sessionVersion };
    return {
      access: await this.tokens.issue(claims),
      refreshToken: this.tokens.refreshToken(place),
      refreshExpiresInSeconds: this.config.refreshTokenSeconds,
    };
  }
}

import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import { AuthConfig } from './auth.config.js';
import { refreshTokenHash } from './refresh-token.js';
import { type SignedIn, SessionIssuer } from './session-issuer.js';
import { SessionStore } from './session.store.js';
import type { SignInRequest } from './sign-in-request.js';
import { TokenService } from './token.service.js';

/** Stay signed in, sign out. */
@Injectable()
export class SessionService {
  constructor(
    private readonly database: AppDatabase,
    private readonly sessions: SessionStore,
    private readonly issuer: SessionIssuer,
    private readonly tokens: TokenService,
    private readonly audit: AuditService,
    private readonly config: AuthConfig,
  ) {}

  /**
   * Trades a refresh token for its successor and a new access token. Callers that race, or repeat within the grace window, get
   * the same successor. A token that was used before that is taken for stolen: its whole family is cut, and the audit log says so.
   * Throws `unauthenticated` REFRESH_TOKEN_INVALID.
   */
  async refresh(token: string, request: SignInRequest): Promise<SignedIn> {
    const place = this.tokens.readRefreshToken(token);
    if (!place) throw refreshRefused();
    const next = { familyId: place.familyId, counter: place.counter + 1 };
    const owner = await this.sessions.rotate(this.database, {
      ...place,
      tokenHash: refreshTokenHash(token),
      nextTokenHash: refreshTokenHash(this.tokens.refreshToken(next)),
      lifeSeconds: this.config.refreshTokenSeconds,
      client: request,
    });
    if (owner) return this.issuer.tokensOf(next, owner);
    const family = await this.sessions.find(this.database, place.familyId);
    if (!family?.isAlive || place.counter >= family.counter) throw refreshRefused();
    const isInGrace = family.counter === next.counter && family.rotatedSecondsAgo <= this.config.refreshGraceSeconds;
    if (isInGrace) return this.issuer.tokensOf(next, family);
    await this.cutStolen(place.familyId, request);
    throw refreshRefused();
  }

  /** Ends the session of a refresh token. A token that is no (longer) good ends nothing and is no error. */
  async logOut(token: string): Promise<void> {
    const place = this.tokens.readRefreshToken(token);
    if (place) await this.sessions.revoke(this.database, place.familyId);
  }

  private async cutStolen(familyId: string, request: SignInRequest): Promise<void> {
    await this.database.transaction(async (session) => {
      const userId = await this.sessions.revoke(session, familyId);
      if (userId === undefined) return;
      await this.audit.record(
        session,
        {
          organizationId: null,
          projectId: null,
          principal: { kind: 'system' },
          requestId: request.requestId,
          ip: request.ip,
        },
        {
          action: 'session.revoked',
          targetKind: 'user',
          targetId: userId,
          after: { sessionId: familyId },
          reason: 'a refresh token was used a second time',
        },
      );
    });
  }
}

function refreshRefused(): RotaError {
  return new RotaError(
    'unauthenticated',
    'REFRESH_TOKEN_INVALID',
    'the refresh token is invalid, used or expired: sign in again',
  );
}

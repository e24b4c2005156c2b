import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { RotaError } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { sharedNowMs } from '../../kernel/shared-clock.js';
import { SecretsConfig } from '../../platform/config/index.js';
import { AuthConfig } from './auth.config.js';
import { readRefreshToken, refreshTokenOf, type RefreshTokenPlace } from './refresh-token.js';

/** What an access token says. Nothing about roles: those are read per request. */
export interface AccessClaims {
  readonly userId: string;
  /** The refresh token family that the access token came from; cut with it. */
  readonly sessionId: string;
  readonly sessionVersion: number;
}

export interface AccessToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

interface Verified {
  readonly header: { readonly typ?: unknown };
  readonly payload: { readonly sub?: unknown; readonly sid?: unknown; readonly sv?: unknown; readonly iat?: unknown };
}

const ISSUER = 'rota';
const AUDIENCE = 'rota-api';
/** Explicit typing (RFC 8725 §3.11, RFC 9068): no other token signed with this key can pass for an access token. */
const TYPE = 'at+jwt';
/** The time that replicas share may differ by this much from one to the other. */
const LEEWAY_SECONDS = 30;
const MAX_LENGTH = 2_048;

/** Makes and checks tokens. Access tokens: HS256 and nothing else, whatever a token's header asks for. */
@Injectable()
export class TokenService {
  constructor(
    private readonly jwt: JwtService,
    private readonly secrets: SecretsConfig,
    private readonly config: AuthConfig,
  ) {}

  async issue(claims: AccessClaims): Promise<AccessToken> {
    const token = await this.jwt.signAsync(
      { sid: claims.sessionId, sv: claims.sessionVersion, iat: sharedNowSeconds() },
      {
        secret: this.secrets.jwtSecret,
        algorithm: 'HS256',
        header: { alg: 'HS256', typ: TYPE },
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: claims.userId,
        notBefore: 0,
        expiresIn: this.config.accessTokenSeconds,
      },
    );
    return { token, expiresInSeconds: this.config.accessTokenSeconds };
  }

  /** Throws `unauthenticated` TOKEN_INVALID, without a word on what was wrong. */
  async verify(token: string): Promise<AccessClaims> {
    const claims = token.length > MAX_LENGTH ? undefined : await this.read(token);
    if (!claims) throw new RotaError('unauthenticated', 'TOKEN_INVALID', 'the access token is invalid or has expired');
    return claims;
  }

  /** The refresh token of a place in a family: the same each time. */
  refreshToken(place: RefreshTokenPlace): string {
    return refreshTokenOf(place, this.secrets.jwtRefreshSecret);
  }

  readRefreshToken(token: string): RefreshTokenPlace | undefined {
    return readRefreshToken(token, this.secrets.jwtRefreshSecret);
  }

  private async read(token: string): Promise<AccessClaims | undefined> {
    let verified: Verified;
    try {
      verified = await this.jwt.verifyAsync<Verified & object>(token, {
        secret: this.secrets.jwtSecret,
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        clockTimestamp: sharedNowSeconds(),
        clockTolerance: LEEWAY_SECONDS,
        maxAge: this.config.accessTokenSeconds,
        complete: true,
      });
    } catch {
      return undefined;
    }
    const { sub, sid, sv, iat } = verified.payload;
    if (verified.header.typ !== TYPE || typeof sub !== 'string' || !isUuid(sub)) return undefined;
    if (typeof sid !== 'string' || !isUuid(sid) || !Number.isInteger(sv) || typeof iat !== 'number') return undefined;
    if (iat > sharedNowSeconds() + LEEWAY_SECONDS) return undefined;
    return { userId: sub, sessionId: sid, sessionVersion: sv as number };
  }
}

/** Of the database: a token is read by other processes than the one that made it. */
function sharedNowSeconds(): number {
  return Math.floor(sharedNowMs() / 1_000);
}

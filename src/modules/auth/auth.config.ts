import { IsInt, Max, Min } from 'class-validator';
import { Env } from '../../platform/config/index.js';

/** How long credentials live, and how much work a sign-in may cost. */
export class AuthConfig {
  @Env('ACCESS_TOKEN_SECONDS', { doc: 'life of an access token in seconds', default: 900 })
  @IsInt()
  @Min(60)
  @Max(3_600)
  accessTokenSeconds: number;

  @Env('REFRESH_TOKEN_SECONDS', {
    doc: 'life of an unused refresh token in seconds; each use starts it anew',
    default: 604_800,
  })
  @IsInt()
  @Min(3_600)
  @Max(7_776_000)
  refreshTokenSeconds: number;

  @Env('REFRESH_GRACE_SECONDS', {
    doc: 'how long a used refresh token still gets the same successor, for tabs that race; later it counts as stolen',
    default: 15,
  })
  @IsInt()
  @Min(0)
  @Max(60)
  refreshGraceSeconds: number;

  @Env('PASSWORD_HASH_CONCURRENCY', {
    doc: 'passwords hashed at once in a process; each takes 19 MiB and a pool thread',
    default: 2,
  })
  @IsInt()
  @Min(1)
  @Max(64)
  passwordHashConcurrency: number;

  @Env('PASSWORD_HASH_WAIT_MS', {
    doc: 'longest wait for a turn to hash, in milliseconds; then the answer is 503',
    default: 3_000,
  })
  @IsInt()
  @Min(0)
  @Max(30_000)
  passwordHashWaitMs: number;
}

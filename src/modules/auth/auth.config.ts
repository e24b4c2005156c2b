import { IsIn, IsInt, IsUrl, Max, Min } from 'class-validator';
import { Env } from '../../platform/config/index.js';

export const SIGN_UP_MODES = ['invitation', 'open'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** Who may get an account, how long credentials live, and how much work a sign-in may cost. */
export class AuthConfig {
  @Env('SIGNUP', {
    doc: 'invitation: only who was invited gets an account; open: everybody, and any user may create organizations',
    default: 'invitation',
  })
  @IsIn(SIGN_UP_MODES)
  signUp: string;

  @Env('WEB_URL', { doc: 'where people reach the admin app, for links in mails', default: 'http://localhost:5173' })
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  webUrl: string;

  @Env('INVITATION_SECONDS', { doc: 'how long an invitation can be accepted, in seconds', default: 604_800 })
  @IsInt()
  @Min(300)
  @Max(2_592_000)
  invitationSeconds: number;

  @Env('PASSWORD_RESET_SECONDS', { doc: 'life of a link to set a new password, in seconds', default: 1_800 })
  @IsInt()
  @Min(60)
  @Max(86_400)
  passwordResetSeconds: number;

  @Env('AUTH_FAILURE_LIMIT', {
    doc: 'failed sign-ins per address and per account in a window, over all api processes; then 429. As many sign-ups and reset mails are allowed per address. 0: no limit',
    default: 5,
  })
  @IsInt()
  @Min(0)
  @Max(1_000)
  authFailureLimit: number;

  @Env('AUTH_FAILURE_WINDOW_SECONDS', { doc: 'how long a failed sign-in counts, in seconds', default: 900 })
  @IsInt()
  @Min(1)
  @Max(86_400)
  authFailureWindowSeconds: number;

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

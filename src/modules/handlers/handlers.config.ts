import { IsInt, IsOptional, IsUrl, Matches, Max, MaxLength, Min } from 'class-validator';
import { Env } from '../../platform/config/index.js';
import { IsAllowlistEntry } from './http-request/allowlist.js';

/** What the handlers may reach, and how. */
export class HandlersConfig {
  @Env('HTTP_HANDLER_ALLOWLIST', {
    doc: 'comma-separated host:port entries that http_request may reach although they are not public; empty: none',
    default: [],
  })
  @IsAllowlistEntry()
  httpHandlerAllowlist: string[];

  @Env('HTTP_HANDLER_MAX_RESPONSE_BYTES', {
    doc: 'how much of a response body is read and stored, in bytes; the rest is cut off',
    default: 65_536,
  })
  @IsInt()
  @Min(0)
  @Max(1_048_576)
  httpHandlerMaxResponseBytes: number;

  @Env('HTTP_HANDLER_TIMEOUT_MS', {
    doc: 'whole HTTP exchange of a job that names no time of its own, in milliseconds',
    default: 30_000,
  })
  @IsInt()
  @Min(100)
  @Max(900_000)
  httpHandlerTimeoutMs: number;

  @Env('HTTP_HANDLER_MAX_TIMEOUT_MS', {
    doc: 'longest HTTP exchange that a job may ask for, in milliseconds; longer wishes are cut to it',
    default: 300_000,
  })
  @IsInt()
  @Min(100)
  @Max(900_000)
  httpHandlerMaxTimeoutMs: number;

  @Env('SMTP_URL', {
    doc: 'mail server of send_email, such as smtps://user:password@mail.example.com:465; a worker without it leaves such jobs to others',
    default: null,
    secret: true,
  })
  @IsOptional()
  @IsUrl({ protocols: ['smtp', 'smtps'], require_protocol: true, require_tld: false, allow_underscores: true })
  smtpUrl?: string;

  @Env('SMTP_FROM', { doc: 'sender of mails that name none: address or Name <address>', default: null })
  @IsOptional()
  @MaxLength(320)
  @Matches(/^[^\p{Cc}]+@[^\p{Cc}@]+$/u)
  smtpFrom?: string;

  @Env('SMTP_TIMEOUT_MS', { doc: 'one mail delivery, connecting included, in milliseconds', default: 60_000 })
  @IsInt()
  @Min(100)
  @Max(900_000)
  smtpTimeoutMs: number;

  @Env('HANDLER_MODULES', {
    doc: 'comma-separated ES modules with handlers of your own: paths from the working directory, file URLs, package names; in containers the image sets it, never .env',
    default: [],
  })
  handlerModules: string[];

  check(): string[] {
    if (this.httpHandlerTimeoutMs <= this.httpHandlerMaxTimeoutMs) return [];
    return ['HTTP_HANDLER_TIMEOUT_MS must not be above HTTP_HANDLER_MAX_TIMEOUT_MS'];
  }
}

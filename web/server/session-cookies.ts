import 'server-only';
import type { NextRequest } from 'next/server';
import { ACCESS_COOKIE, REFRESH_COOKIE } from './cookie-names';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
  readonly refreshExpiresInSeconds: number;
}

export function isTokens(value: unknown): value is Tokens {
  const candidate = value as Partial<Tokens> | null;
  return (
    typeof candidate === 'object' &&
    typeof candidate?.accessToken === 'string' &&
    typeof candidate.refreshToken === 'string'
  );
}

export function readSession(request: NextRequest): { access?: string; refresh?: string } {
  return {
    access: request.cookies.get(ACCESS_COOKIE)?.value,
    refresh: request.cookies.get(REFRESH_COOKIE)?.value,
  };
}

/** The tokens never reach a script of a page: HttpOnly, and sent to this origin only. */
export function sessionCookies(request: NextRequest, tokens: Tokens): string[] {
  return [
    cookie(request, ACCESS_COOKIE, tokens.accessToken, Math.max(1, tokens.expiresInSeconds - 5)),
    cookie(request, REFRESH_COOKIE, tokens.refreshToken, tokens.refreshExpiresInSeconds),
  ];
}

export function expiredCookies(request: NextRequest): string[] {
  return [cookie(request, ACCESS_COOKIE, '', 0), cookie(request, REFRESH_COOKIE, '', 0)];
}

function cookie(request: NextRequest, name: string, value: string, maxAgeSeconds: number): string {
  const secure = isHttps(request) ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`;
}

function isHttps(request: NextRequest): boolean {
  return request.headers.get('x-forwarded-proto') === 'https' || request.nextUrl.protocol === 'https:';
}

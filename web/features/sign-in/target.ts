/** Only a path of this app: a link may not send people elsewhere after they gave their password. */
export function targetOf(next: string | null, origin: string): string {
  if (next === null || !/^\/[^/\\]/.test(next)) return '/';
  const url = new URL(next, origin);
  // `/x/..//evil.example` is a path of this origin that begins with two slashes: alone it would name another one.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}

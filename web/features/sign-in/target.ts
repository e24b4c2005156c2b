/** Only a path of this app: a link may not send people elsewhere after they gave their password. */
export function targetOf(next: string | null, origin: string): string {
  if (next === null || !/^\/[^/\\]/.test(next)) return '/';
  const url = new URL(next, origin);
  return url.origin === origin ? url.pathname + url.search : '/';
}

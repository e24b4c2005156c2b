interface KnownRoute {
  readonly method: string;
  readonly segments: readonly string[];
}

/** Which methods a path knows: the router itself only tells that a method and a path do not meet. */
export class RouteTable {
  private readonly routes: KnownRoute[] = [];

  add(methods: string | readonly string[], pattern: string): void {
    // A bare wildcard belongs to no path in particular (CORS answers every OPTIONS with it).
    if (pattern === '*' || pattern === '/*') return;
    for (const method of [methods].flat()) this.routes.push({ method, segments: split(pattern) });
  }

  /** The methods of the routes that match the path of `url`, sorted; none if there is no such route at all. */
  methodsOf(url: string): string[] {
    const segments = split(url.split(/[?#]/, 1)[0] as string);
    const methods = this.routes.filter((route) => matches(route.segments, segments)).map((route) => route.method);
    return [...new Set(methods)].sort();
  }
}

function split(path: string): string[] {
  return path.replace(/^\/+|\/+$/g, '').split('/');
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) !== '*' && pattern.length !== path.length) return false;
  return pattern.every(
    (part, index) => part === '*' || (part.startsWith(':') ? path[index] !== '' : part === path[index]),
  );
}

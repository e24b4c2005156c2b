import type { Principal } from './principal.js';

const principals = new WeakMap<object, Principal>();

/** Called by the access guard once the credentials of a request have been checked. */
export function rememberPrincipal(request: object, principal: Principal): void {
  principals.set(request, principal);
}

/** Throws on a request that the guard has not authenticated: the route forgot its declaration. */
export function principalOf(request: object): Principal {
  const principal = principals.get(request);
  if (!principal) throw new Error('the access guard has not authenticated this request');
  return principal;
}

import type { FastifyRequest } from 'fastify';
import type { Principal } from './principal.js';

/** On the request itself: an entry of a WeakMap costs every collection of young garbage, and there is one per request. */
const PRINCIPAL = Symbol('principal');

type Known = FastifyRequest & { [PRINCIPAL]?: Principal };

/** Called by the access guard once the credentials of a request have been checked. */
export function rememberPrincipal(request: Known, principal: Principal): void {
  request[PRINCIPAL] = principal;
}

/** Throws on a request that the guard has not authenticated: the route forgot its declaration. */
export function principalOf(request: Known): Principal {
  const principal = request[PRINCIPAL];
  if (!principal) throw new Error('the access guard has not authenticated this request');
  return principal;
}

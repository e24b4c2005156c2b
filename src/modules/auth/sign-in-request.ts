import type { FastifyRequest } from 'fastify';
import { clientIpOf } from './client-ip.js';
import type { ClientTrace } from './session.store.js';

/** Who asked, as far as it can be known before anybody is signed in. */
export interface SignInRequest extends ClientTrace {
  readonly requestId: string;
}

const USER_AGENT_CHARACTERS = 256;

export function signInRequestOf(request: FastifyRequest): SignInRequest {
  const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS) ?? null;
  return { ip: clientIpOf(request), userAgent, requestId: request.id };
}

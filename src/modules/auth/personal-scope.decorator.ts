import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientIpOf } from './client-ip.js';
import type { PersonalScope } from './own-sessions.service.js';
import { principalOf } from './request-principal.js';

/** Who acts on what is theirs. Only for routes with `@UserOnly()` or `@OperatorOnly()`. */
export const Personal = createParamDecorator((_data: unknown, context: ExecutionContext): PersonalScope => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const principal = principalOf(request);
  if (principal.kind !== 'user') throw new Error('the access guard has let a key in where a person is required');
  return { principal, requestId: request.id, ip: clientIpOf(request) };
});

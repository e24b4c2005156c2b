import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../auth/index.js';

/** Rota itself: an operator's command line, which asks nobody for permission. */
export interface SystemPrincipal {
  readonly kind: 'system';
}

/** Where and for whom a request acts: every service of a project takes it as its first argument, every statement filters by it. */
export interface ProjectScope {
  readonly projectId: string;
  readonly organizationId: string;
  readonly principal: Principal | SystemPrincipal;
  /** The principal as it is written on jobs and schedules. */
  readonly createdBy: `user:${string}` | `key:${string}` | 'system:cli';
  readonly requestId: string;
  /** Null if what a proxy says is no address. */
  readonly ip: string | null;
}

const SCOPE = Symbol('project scope');

type Scoped = FastifyRequest & { [SCOPE]?: ProjectScope };

export function rememberScope(request: Scoped, scope: ProjectScope): void {
  request[SCOPE] = scope;
}

/** The project of a request. Only for routes with `@Access(…)` below `/projects/:projectId`. */
export const Scope = createParamDecorator((_data: unknown, context: ExecutionContext): ProjectScope => {
  const scope = context.switchToHttp().getRequest<Scoped>()[SCOPE];
  if (!scope) throw new Error('this route has no @Access(…) or no :projectId');
  return scope;
});

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
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

const scopes = new WeakMap<object, ProjectScope>();

export function rememberScope(request: object, scope: ProjectScope): void {
  scopes.set(request, scope);
}

/** The project of a request. Only for routes with `@Access(…)` below `/projects/:projectId`. */
export const Scope = createParamDecorator((_data: unknown, context: ExecutionContext): ProjectScope => {
  const scope = scopes.get(context.switchToHttp().getRequest<object>());
  if (!scope) throw new Error('this route has no @Access(…) or no :projectId');
  return scope;
});

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { MemberRole, UserPrincipal } from '../auth/index.js';

/** In which organization, and for whom, a request acts. */
export interface OrganizationScope {
  readonly organizationId: string;
  readonly projectId: null;
  readonly principal: UserPrincipal;
  readonly role: MemberRole;
  readonly requestId: string;
  readonly ip: string | null;
}

const SCOPE = Symbol('organization scope');

type Scoped = FastifyRequest & { [SCOPE]?: OrganizationScope };

export function rememberOrganization(request: Scoped, scope: OrganizationScope): void {
  request[SCOPE] = scope;
}

/** The organization of a request. Only for routes with `@OrganizationAccess(…)` below `/organizations/:organizationId`. */
export const InOrganization = createParamDecorator((_data: unknown, context: ExecutionContext): OrganizationScope => {
  const scope = context.switchToHttp().getRequest<Scoped>()[SCOPE];
  if (!scope) throw new Error('this route has no @OrganizationAccess(…) or no :organizationId');
  return scope;
});

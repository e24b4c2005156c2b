import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
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

const scopes = new WeakMap<object, OrganizationScope>();

export function rememberOrganization(request: object, scope: OrganizationScope): void {
  scopes.set(request, scope);
}

/** The organization of a request. Only for routes with `@OrganizationAccess(…)` below `/organizations/:organizationId`. */
export const InOrganization = createParamDecorator((_data: unknown, context: ExecutionContext): OrganizationScope => {
  const scope = scopes.get(context.switchToHttp().getRequest<object>());
  if (!scope) throw new Error('this route has no @OrganizationAccess(…) or no :organizationId');
  return scope;
});

import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RotaError } from '../../kernel/errors.js';
import {
  type AccessDeclaration,
  accessOf,
  Authenticator,
  clientIpOf,
  type Permission,
  type Principal,
  rememberPrincipal,
  type UserPrincipal,
} from '../auth/index.js';
import { OrganizationAccessCheck } from './organization-access.js';
import { rememberOrganization } from './organization-scope.js';
import { ProjectAccess } from './project-access.js';
import { rememberScope } from './project-scope.js';

type ScopedRequest = FastifyRequest<{ Params: { projectId?: string; organizationId?: string } }>;

/**
 * The one guard of the interface, in front of every route. Deny by default: a route that does not say who may use it is
 * refused. No valid credentials: 401; a project or organization that the caller cannot see: 404, exactly like one that does not
 * exist; a permission that is missing in one's own: 403.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly projects: ProjectAccess,
    private readonly organizations: OrganizationAccessCheck,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(context.getHandler(), context.getClass());
    if (!access) throw new RotaError('forbidden', 'ACCESS_UNDECLARED', 'this route is not open to anybody');
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<ScopedRequest>();
    const principal = await this.authenticator.authenticate(request.headers.authorization);
    rememberPrincipal(request, principal);
    await this.admit(request, principal, access);
    return true;
  }

  private admit(
    request: ScopedRequest,
    principal: Principal,
    access: Exclude<AccessDeclaration, { kind: 'public' }>,
  ): Promise<void> | void {
    switch (access.kind) {
      case 'authenticated':
        return;
      case 'user':
        personOf(principal);
        return;
      case 'operator':
        if (!personOf(principal).isOperator) throw missing('installation:operate');
        return;
      case 'organization':
        return this.enterOrganization(request, personOf(principal), access.permission);
      case 'permission':
        return this.enterProject(request, principal, access.permission);
    }
  }

  private async enterOrganization(
    request: ScopedRequest,
    principal: UserPrincipal,
    permission: Permission,
  ): Promise<void> {
    const { organizationId: given = '' } = request.params;
    const decision = await this.organizations.decide(principal.userId, given, permission);
    if (decision.kind === 'unknown') throw RotaError.notFound('organization');
    if (decision.kind === 'denied') throw missing(permission);
    const { organizationId, role } = decision;
    const where = { organizationId, projectId: null, role };
    rememberOrganization(request, { ...where, principal, requestId: request.id, ip: clientIpOf(request) });
  }

  private async enterProject(request: ScopedRequest, principal: Principal, permission: Permission): Promise<void> {
    const decision = await this.projects.decide(principal, request.params.projectId ?? '', permission);
    if (decision.kind === 'unknown') throw RotaError.notFound('project');
    if (decision.kind === 'denied') throw missing(permission);
    rememberScope(request, {
      projectId: decision.projectId,
      organizationId: decision.organizationId,
      principal,
      createdBy: principal.kind === 'user' ? `user:${principal.userId}` : `key:${principal.keyId}`,
      requestId: request.id,
      ip: clientIpOf(request),
    });
  }
}

function personOf(principal: Principal): UserPrincipal {
  if (principal.kind === 'user') return principal;
  throw new RotaError('forbidden', 'USER_REQUIRED', 'an API key belongs to one project');
}

function missing(permission: string): RotaError {
  return new RotaError('forbidden', 'PERMISSION_MISSING', `this needs the permission ${permission}`);
}

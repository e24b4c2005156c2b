import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RotaError } from '../../kernel/errors.js';
import {
  accessOf,
  Authenticator,
  clientIpOf,
  type Permission,
  type Principal,
  rememberPrincipal,
} from '../auth/index.js';
import { ProjectAccess } from './project-access.js';
import { rememberScope } from './project-scope.js';

type ProjectRequest = FastifyRequest<{ Params: { projectId?: string } }>;

/**
 * The one guard of the interface, in front of every route. Deny by default: a route that does not say who may use it is
 * refused. No valid credentials: 401; a project that the caller cannot see: 404, exactly like one that does not exist; a
 * permission that is missing in a project of one's own: 403.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly projects: ProjectAccess,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(context.getHandler(), context.getClass());
    if (!access) throw new RotaError('forbidden', 'ACCESS_UNDECLARED', 'this route is not open to anybody');
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<ProjectRequest>();
    const principal = await this.authenticator.authenticate(request.headers.authorization);
    rememberPrincipal(request, principal);
    if (access.kind === 'permission') await this.enterProject(request, principal, access.permission);
    return true;
  }

  private async enterProject(request: ProjectRequest, principal: Principal, permission: Permission): Promise<void> {
    const decision = await this.projects.decide(principal, request.params.projectId ?? '', permission);
    if (decision.kind === 'unknown') throw RotaError.notFound('project');
    if (decision.kind === 'denied') {
      throw new RotaError('forbidden', 'PERMISSION_MISSING', `this needs the permission ${permission}`);
    }
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

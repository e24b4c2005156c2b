import 'reflect-metadata';
import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { API_KEY_SCHEME, USER_SCHEME } from '../../platform/http/index.js';
import { KEY_SCOPES, type Permission, scopesAllow } from './permissions.js';
import type { Principal } from './principal.js';
import { principalOf } from './request-principal.js';

/** What a route asks of its caller. A route that declares nothing is refused. */
export type AccessDeclaration =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated' }
  /** A person, not a key. */
  | { readonly kind: 'user' }
  /** A person who looks after the whole installation. */
  | { readonly kind: 'operator' }
  | { readonly kind: 'organization'; readonly permission: Permission }
  | { readonly kind: 'permission'; readonly permission: Permission };

const ACCESS = 'rota:access';
type RouteDecorator = ClassDecorator & MethodDecorator;

/** For routes below `/projects/:projectId`: the caller must hold `permission` in that project; outside it the answer is 404. */
export function Access(permission: Permission): RouteDecorator {
  const declaration: AccessDeclaration = { kind: 'permission', permission };
  return applyDecorators(
    SetMetadata(ACCESS, declaration),
    ApiBearerAuth(USER_SCHEME),
    ...(scopesAllow(KEY_SCOPES, permission) ? [ApiBearerAuth(API_KEY_SCHEME)] : []),
    ApiExtension('x-permission', permission),
  );
}

/** Any valid credentials will do. The service narrows what is shown to what the caller may see. */
export function Authenticated(): RouteDecorator {
  return applyDecorators(
    SetMetadata(ACCESS, { kind: 'authenticated' } satisfies AccessDeclaration),
    ApiBearerAuth(USER_SCHEME),
    ApiBearerAuth(API_KEY_SCHEME),
  );
}

/** For routes below `/organizations/:organizationId`: the caller must be a member whose role has `permission`; outside it the answer is 404. */
export function OrganizationAccess(permission: Permission): RouteDecorator {
  return applyDecorators(
    SetMetadata(ACCESS, { kind: 'organization', permission } satisfies AccessDeclaration),
    ApiBearerAuth(USER_SCHEME),
    ApiExtension('x-permission', permission),
  );
}

/** Any signed-in person, for what is theirs alone. API keys are refused. */
export function UserOnly(): RouteDecorator {
  return applyDecorators(SetMetadata(ACCESS, { kind: 'user' } satisfies AccessDeclaration), ApiBearerAuth(USER_SCHEME));
}

/** Operators of the installation. */
export function OperatorOnly(): RouteDecorator {
  return applyDecorators(
    SetMetadata(ACCESS, { kind: 'operator' } satisfies AccessDeclaration),
    ApiBearerAuth(USER_SCHEME),
    ApiExtension('x-permission', 'installation:operate'),
  );
}

/** Open to everybody, without credentials. */
export function Public(): RouteDecorator {
  return SetMetadata(ACCESS, { kind: 'public' } satisfies AccessDeclaration);
}

/** The declaration of a handler, else that of its controller. */
export function accessOf(handler: object, controller: object): AccessDeclaration | undefined {
  return (Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller)) as
    AccessDeclaration | undefined;
}

/** The caller. Only for routes with `@Authenticated()` or `@Access(…)`. */
export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext): Principal =>
  principalOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

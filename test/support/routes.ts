import type { Type } from '@nestjs/common';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type AccessDeclaration, accessOf } from '../../src/modules/auth/index.js';

export interface Route {
  readonly method: string;
  /** As declared, with `:parameters`, below the prefix of the interface. */
  readonly path: string;
  readonly access: AccessDeclaration | undefined;
}

type Handler = (...values: unknown[]) => unknown;

/** Every route of the controllers that an application really has, with what it declares. */
export function routesOf(app: NestFastifyApplication): Route[] {
  const reflector = app.get(Reflector);
  const routes: Route[] = [];
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      const controller = metatype as Type;
      const prefix = reflector.get<string | undefined>(PATH_METADATA, controller) ?? '';
      const prototype = controller.prototype as Record<string, unknown>;
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const handler = prototype[name];
        if (name === 'constructor' || typeof handler !== 'function') continue;
        const method = reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler as Handler);
        if (method === undefined) continue;
        const own = reflector.get<string | undefined>(PATH_METADATA, handler as Handler) ?? '';
        const path = `/${prefix}/${own}`.replaceAll(/\/+/g, '/').replace(/(.)\/$/, '$1');
        routes.push({ method: RequestMethod[method], path, access: accessOf(handler, controller) });
      }
    }
  }
  return routes.sort((one, other) => `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`));
}

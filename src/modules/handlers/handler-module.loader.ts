import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { HandlerBootError } from './handlers.errors.js';
import { readJobHandlerMark } from './job-handler.decorator.js';

export interface LoadedHandlers {
  /** Classes marked with `@JobHandler` that no exported Nest module provides. */
  handlers: Type<unknown>[];
  /** Exported Nest modules whose providers hold marked classes. */
  modules: Type<unknown>[];
}

/**
 * Imports the modules named in HANDLER_MODULES: a file URL, a path relative to `baseDirectory`, or a package name.
 *
 * @throws HandlerBootError naming each module that could not be loaded or brings no handler
 */
export async function loadHandlerModules(names: readonly string[], baseDirectory: string): Promise<LoadedHandlers> {
  const handlers = new Set<Type<unknown>>();
  const modules = new Set<Type<unknown>>();
  const faults: string[] = [];
  for (const name of new Set(names)) {
    try {
      const found = pickHandlers(await importModule(name, baseDirectory));
      if (found.handlers.length + found.modules.length === 0)
        faults.push(`module "${name}" exports no class with @JobHandler`);
      for (const handler of found.handlers) handlers.add(handler);
      for (const module of found.modules) modules.add(module);
    } catch (error) {
      faults.push(`module "${name}" could not be loaded: ${reasonOf(error)}`);
    }
  }
  if (faults.length > 0) throw new HandlerBootError(faults);
  // One file may export the module of another file's handler: the module's own instance is the one that counts.
  for (const provided of [...modules].flatMap(markedProvidersOf)) handlers.delete(provided);
  return { handlers: [...handlers], modules: [...modules] };
}

function importModule(name: string, baseDirectory: string): Promise<Record<string, unknown>> {
  if (name.startsWith('file:')) return import(name) as Promise<Record<string, unknown>>;
  const path = resolve(baseDirectory, name);
  if (isAbsolute(name) || name.startsWith('.') || existsSync(path)) {
    return import(pathToFileURL(path).href) as Promise<Record<string, unknown>>;
  }
  return importPackage(name, baseDirectory);
}

/** A package is looked for beside the working directory first, then beside Rota itself. */
async function importPackage(name: string, baseDirectory: string): Promise<Record<string, unknown>> {
  let target = name;
  try {
    target = pathToFileURL(createRequire(resolve(baseDirectory, 'package.json')).resolve(name)).href;
  } catch {
    // Not there, or exported for `import` only, which require's resolution does not see.
  }
  return (await import(target)) as Record<string, unknown>;
}

function pickHandlers(exported: Record<string, unknown>): LoadedHandlers {
  const classes = [...new Set(Object.values(exported))].filter(
    (value) => typeof value === 'function',
  ) as Type<unknown>[];
  return {
    handlers: classes.filter((value) => readJobHandlerMark(value) !== undefined),
    modules: classes.filter((value) => markedProvidersOf(value).length > 0),
  };
}

function markedProvidersOf(module: Type<unknown>): Type<unknown>[] {
  const providers: unknown = Reflect.getMetadata('providers', module);
  if (!Array.isArray(providers)) return [];
  return providers
    .map((provider: unknown) => (isClassProvider(provider) ? provider.useClass : provider))
    .filter((provider) => readJobHandlerMark(provider) !== undefined) as Type<unknown>[];
}

function isClassProvider(provider: unknown): provider is { useClass: unknown } {
  return typeof provider === 'object' && provider !== null && 'useClass' in provider;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n', 1).join('') : String(error);
}

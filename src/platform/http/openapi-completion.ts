import type { OpenAPIObject } from '@nestjs/swagger';
import { problemDocumentation } from './problem.response.js';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

type Method = (typeof METHODS)[number];
type Operation = NonNullable<OpenAPIObject['paths'][string][Method]>;

export interface DocumentedOperation {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

export function operationsOf(document: OpenAPIObject): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  );
}

/**
 * Adds to every operation what follows from its shape, so that no controller has to say it: its id (`jobs` + `enqueue` →
 * `jobsEnqueue`: tag and method), the problems that any route of its kind may answer with, and whether its body may be absent.
 * Throws if two operations have one id: clients are generated from it.
 */
export function completeOperations(document: OpenAPIObject): void {
  const seen = new Set<string>();
  for (const { method, path, operation } of operationsOf(document)) {
    const operationId = operationIdOf(operation);
    if (seen.has(operationId)) throw new Error(`two operations have the id ${operationId}; one is ${method} ${path}`);
    seen.add(operationId);
    operation.operationId = operationId;
    for (const status of statusesByShape(method, path, operation)) {
      operation.responses[status] ??= problemDocumentation(status);
    }
    if (operation.requestBody && 'content' in operation.requestBody) {
      operation.requestBody.required = hasRequiredField(document, operation.requestBody.content);
    }
  }
}

function operationIdOf({ tags, operationId = '' }: Operation): string {
  const words = [...(tags ?? []).flatMap((tag) => tag.split(/[^a-zA-Z]+/)), operationId];
  const id = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return id.charAt(0).toLowerCase() + id.slice(1);
}

function statusesByShape(method: Method, path: string, operation: Operation): number[] {
  const takesInput = operation.requestBody !== undefined || (operation.parameters ?? []).length > 0;
  return [
    400,
    ...(operation.security === undefined ? [] : [401]),
    ...(/\{(project|organization)Id\}/.test(path) ? [403, 404] : []),
    ...(method === 'get' ? [] : [413, 415]),
    ...(takesInput ? [422] : []),
    503,
  ];
}

function hasRequiredField(document: OpenAPIObject, content: Record<string, { schema?: unknown }>): boolean {
  const reference = (content['application/json']?.schema as { $ref?: string } | undefined)?.$ref;
  const schema = document.components?.schemas?.[reference?.split('/').at(-1) ?? ''];
  return schema === undefined || !('required' in schema) ? schema === undefined : (schema.required ?? []).length > 0;
}

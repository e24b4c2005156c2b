import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly additionalProperties?: boolean | Schema;
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface DocumentedResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Operation {
  readonly method: string;
  /** With the prefix, and parameters in braces. */
  readonly path: string;
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly permission?: string;
  readonly body?: {
    readonly required?: boolean;
    readonly schema: Schema;
    readonly examples: Readonly<Record<string, { readonly value: Record<string, unknown> }>>;
  };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface RawOperation extends Omit<Operation, 'body' | 'permission' | 'parameters'> {
  readonly parameters?: readonly Parameter[];
  readonly 'x-permission'?: string;
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<
      Record<string, { schema: Schema; examples?: NonNullable<Operation['body']>['examples'] }>
    >;
  };
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The committed document. That it is the one of the sources is held by `npm run generated:check`. */
export const openApi = JSON.parse(readFileSync(path.resolve('openapi.json'), 'utf8')) as OpenApiDocument;

export const operations: readonly Operation[] = Object.entries(openApi.paths).flatMap(([route, item]) =>
  Object.entries(item).map(([method, { requestBody, 'x-permission': permission, parameters, ...operation }]) => {
    const media = requestBody?.content['application/json'];
    return {
      ...operation,
      method: method.toUpperCase(),
      path: route,
      parameters: parameters ?? [],
      ...(permission === undefined ? {} : { permission }),
      ...(media === undefined
        ? {}
        : { body: { required: requestBody?.required, schema: media.schema, examples: media.examples ?? {} } }),
    };
  }),
);

/** The schema itself where it is a reference. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = openApi.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${schema.$ref} is not in the document`);
  return found;
}

/** Every schema below `schema`, itself included, with its JSON pointer; references are not followed. */
export function subschemas(schema: Schema, pointer = ''): { readonly pointer: string; readonly schema: Schema }[] {
  const children = [
    ...Object.entries(schema.properties ?? {}).map(([name, child]) => [`/${name}`, child] as const),
    ...(schema.items === undefined ? [] : [['/[]', schema.items] as const]),
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) =>
      ((schema[keyword] ?? []) as Schema[]).map((child) => ['', child] as const),
    ),
    ...(typeof schema.additionalProperties === 'object' ? [['/*', schema.additionalProperties] as const] : []),
  ];
  return [{ pointer, schema }, ...children.flatMap(([step, child]) => subschemas(child, pointer + step))];
}

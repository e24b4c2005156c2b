import type { Type } from '@nestjs/common';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { classesOf } from './payload-shape.js';

export type JsonSchema = Record<string, unknown>;

/**
 * JSON schema of a payload class, self-contained: nested classes stand under `$defs`. Rules that have no counterpart in
 * JSON schema show as the property's type only; a class adds to that with `@JSONSchema()` of class-validator-jsonschema.
 */
export function describePayload(payloadClass: Type<object>, allowUnknown: boolean): JsonSchema {
  const [root, ...nested] = classesOf(payloadClass);
  const schema = describeClass(root ?? payloadClass, allowUnknown);
  if (nested.length === 0) return schema;
  const definitions: Record<string, JsonSchema> = {};
  for (const one of nested) definitions[one.name] = describeClass(one, false);
  // A class can nest itself, so the root may be pointed at as well.
  definitions[payloadClass.name] ??= describeClass(payloadClass, allowUnknown);
  return { ...schema, $defs: definitions };
}

function describeClass(target: Type<object>, allowUnknown: boolean): JsonSchema {
  const described = targetConstructorToSchema(target, {
    refPointerPrefix: '#/$defs/',
    classTransformerMetadataStorage: defaultMetadataStorage,
  });
  return { type: 'object', properties: {}, ...described, additionalProperties: allowUnknown };
}

import type { Type } from '@nestjs/common';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { ValidationTypes } from 'class-validator';
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
    additionalConverters: { [ValidationTypes.CUSTOM_VALIDATION]: typeOnly },
    refPointerPrefix: '#/$defs/',
    classTransformerMetadataStorage: defaultMetadataStorage,
  });
  return { type: 'object', properties: {}, ...described, additionalProperties: allowUnknown };
}

const JSON_TYPES = new Map<unknown, 'string' | 'number' | 'boolean' | 'array'>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'array'],
]);

/** A rule of the author's own. The library would point at a definition named after the type, such as `Object`. */
function typeOnly({ target, propertyName }: { target: Function | string; propertyName: string }) {
  const declared: unknown =
    typeof target === 'function'
      ? Reflect.getMetadata('design:type', target.prototype as object, propertyName)
      : undefined;
  const type = JSON_TYPES.get(declared);
  // Object stands for `unknown` and for unions as well, so it says nothing.
  return type === undefined ? {} : { type };
}

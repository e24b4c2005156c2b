import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';

type DtoClass = Type<object>;
type RuleMetadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

interface PropertyShape {
  /** Class of the nested object, or of each element, else null: the value is taken as it is. */
  nested: DtoClass | null;
  /** `either` when no type information was emitted (plain JavaScript) and nothing says which. */
  holds: 'object' | 'array' | 'either';
}

export type PayloadShape = ReadonlyMap<string, PropertyShape>;

const shapes = new WeakMap<DtoClass, PayloadShape>();

/**
 * The properties that a payload class names, read from its decorators. class-validator on its own is not enough: it takes
 * `{}` for an array of nested objects and `[]` for a nested object, and its unknown-property check lets `hasOwnProperty`
 * and `constructor` pass, because it looks names up in an object that has a prototype.
 */
export function shapeOf(payloadClass: DtoClass): PayloadShape {
  const known = shapes.get(payloadClass);
  if (known) return known;
  const shape = new Map<string, PropertyShape>();
  for (const rule of rulesOf(payloadClass)) {
    const property = readProperty(payloadClass, rule);
    const earlier = shape.get(rule.propertyName);
    if (!earlier || (!earlier.nested && property.nested)) shape.set(rule.propertyName, property);
  }
  shapes.set(payloadClass, shape);
  return shape;
}

/** Every class that a payload class reaches, itself first. */
export function classesOf(payloadClass: DtoClass): DtoClass[] {
  const found = new Set([payloadClass]);
  for (const current of found) {
    for (const { nested } of shapeOf(current).values()) if (nested) found.add(nested);
  }
  return [...found];
}

/** Faults of the classes themselves, found at boot so that no payload is checked less strictly than its author meant. */
export function shapeFaults(payloadClass: DtoClass): string[] {
  const faults: string[] = [];
  const classes = classesOf(payloadClass);
  const names = new Set<string>();
  for (const current of classes) {
    if (names.has(current.name)) faults.push(`two payload classes are named ${current.name}`);
    names.add(current.name);
    for (const rule of rulesOf(current)) {
      const where = `${current.name}.${rule.propertyName}`;
      if (rule.propertyName === 'constructor' || rule.propertyName === '__proto__') {
        faults.push(`${where} is not a usable property name`);
      }
      if (isNestedRule(rule) && !readProperty(current, rule).nested) {
        faults.push(`${where} has @ValidateNested() but no class: add @Type(() => …)`);
      }
      if (isAsyncRule(rule)) faults.push(`${where} has an asynchronous rule, and payloads are checked synchronously`);
    }
  }
  return [...new Set(faults)];
}

function rulesOf(payloadClass: DtoClass): RuleMetadata[] {
  return getMetadataStorage().getTargetValidationMetadatas(payloadClass, '', true, false);
}

function isNestedRule(rule: RuleMetadata): boolean {
  return rule.type === 'nestedValidation';
}

function isAsyncRule(rule: RuleMetadata): boolean {
  if (rule.type === 'promiseValidation') return true;
  if (!rule.constraintCls) return false;
  return getMetadataStorage()
    .getTargetValidatorConstraints(rule.constraintCls)
    .some((constraint) => constraint.async);
}

function readProperty(payloadClass: DtoClass, rule: RuleMetadata): PropertyShape {
  if (!isNestedRule(rule)) return { nested: null, holds: 'either' };
  const declared: unknown = Reflect.getMetadata('design:type', payloadClass.prototype, rule.propertyName);
  const typed = defaultMetadataStorage.findTypeMetadata(payloadClass, rule.propertyName);
  const nested = typed ? typed.typeFunction({ newObject: {}, object: {}, property: rule.propertyName }) : declared;
  const isClass = typeof nested === 'function' && nested !== Array && nested !== Object;
  return {
    nested: isClass ? (nested as DtoClass) : null,
    holds: declared === Array || rule.each ? 'array' : declared && declared !== Object ? 'object' : 'either',
  };
}

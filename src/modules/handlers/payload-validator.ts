import type { Type } from '@nestjs/common';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { pointerStep } from '../../kernel/json-pointer.js';
import { MAX_JSON_DEPTH } from '../../kernel/payload-guard.js';
import { isSurelyValid } from '../../platform/validation/index.js';
import { shapeOf } from './payload-shape.js';

type DtoClass = Type<object>;

export interface PayloadFault {
  /** JSON pointer (RFC 6901) from the root of the enqueue request, such as `/payload/items/0/url`. */
  pointer: string;
  /** Stable: the rule's name in upper snake case (`IS_URL`), or one of the codes of this module. */
  code: string;
  detail: string;
}

/** More faults than this help nobody, and a hostile payload could ask for a reply far larger than itself. */
const MAX_FAULTS = 100;
/** Above what fits into an accepted payload (64 KB); a bound on work for callers that come without the edge's guard. */
const MAX_NESTED_OBJECTS = 10_000;

/**
 * Checks a parsed JSON value against a payload class. The value is only read, never merged, converted or changed.
 * Returns the faults, an empty list if there are none.
 */
export function findPayloadFaults(payloadClass: DtoClass, payload: unknown, allowUnknown: boolean): PayloadFault[] {
  if (!isPlainObject(payload)) return [fault('/payload', 'IS_OBJECT', 'payload must be a JSON object')];
  const hostile = findHostileStructure(payload);
  if (hostile) return [hostile];

  const reader = new PayloadReader(allowUnknown);
  const instance = reader.read(payloadClass, payload, '/payload', 0);
  const faults = reader.faults;
  // What the reader refused is not a part of the instance, so a class that passes adds nothing to its faults.
  if (faults.length < MAX_FAULTS && !isSurelyValid(instance, { forbidsUnknown: false })) {
    const settled = new Set(faults.map(({ pointer }) => pointer));
    try {
      // The reader has refused unknown names already. A class without rules (any object goes) must not be a fault.
      const errors = validateSync(instance, {
        forbidUnknownValues: false,
        validationError: { target: false, value: false },
      });
      collectRuleFaults(errors, { pointer: '/payload', value: payload }, settled, faults);
    } catch {
      // A rule that throws on a value has not accepted it. Its message could hold the value, so it is not repeated.
      faults.push(fault('/payload', 'NOT_CHECKABLE', 'a rule of the payload could not be evaluated'));
    }
  }
  return faults.slice(0, MAX_FAULTS);
}

/** Lays the plain value over instances of the payload classes, so that class-validator finds their rules. */
class PayloadReader {
  readonly faults: PayloadFault[] = [];
  private objectCount = 0;

  constructor(private readonly allowUnknown: boolean) {}

  read(payloadClass: DtoClass, value: Record<string, unknown>, pointer: string, depth: number): object {
    const instance = new payloadClass() as Record<string, unknown>;
    const shape = shapeOf(payloadClass);
    for (const name of Object.keys(value)) {
      const property = shape.get(name);
      if (!property) {
        if (!(this.allowUnknown && depth === 0))
          this.add(`${pointer}${pointerStep(name)}`, 'UNKNOWN_PROPERTY', 'this property does not exist');
        continue;
      }
      const { nested, holds } = property;
      instance[name] = nested
        ? this.readNested(nested, holds, value[name], `${pointer}${pointerStep(name)}`, depth + 1)
        : value[name];
      if (this.isFull) break;
    }
    return instance;
  }

  private readNested(nested: DtoClass, holds: string, value: unknown, at: string, depth: number): unknown {
    // Whether absence is allowed is for the rules to say (@IsOptional, @IsDefined).
    if (value === null || value === undefined) return value;
    if (Array.isArray(value)) {
      if (holds === 'object') return this.add(at, 'IS_OBJECT', 'must be an object');
      return this.readElements(nested, value, at, depth);
    }
    if (holds === 'array') return this.add(at, 'IS_ARRAY', 'must be an array');
    return this.readObject(nested, value, at, depth);
  }

  private readElements(nested: DtoClass, elements: unknown[], at: string, depth: number): unknown[] {
    const read: unknown[] = [];
    for (const [index, element] of elements.entries()) {
      if (this.isFull) break;
      read.push(this.readObject(nested, element, `${at}/${index}`, depth));
    }
    return read;
  }

  private readObject(nested: DtoClass, value: unknown, at: string, depth: number): unknown {
    if (!isPlainObject(value)) return this.add(at, 'IS_OBJECT', 'must be an object');
    this.objectCount += 1;
    if (this.objectCount > MAX_NESTED_OBJECTS)
      return this.add(at, 'TOO_MANY_ITEMS', 'the payload holds too many objects');
    return this.read(nested, value, at, depth);
  }

  private get isFull(): boolean {
    return this.faults.length >= MAX_FAULTS || this.objectCount > MAX_NESTED_OBJECTS;
  }

  private add(pointer: string, code: string, detail: string): undefined {
    this.faults.push(fault(pointer, code, detail));
    return undefined;
  }
}

function collectRuleFaults(
  errors: ValidationError[],
  { pointer, value }: { readonly pointer: string; readonly value: unknown },
  settled: ReadonlySet<string>,
  faults: PayloadFault[],
): void {
  for (const error of errors) {
    if (faults.length >= MAX_FAULTS) return;
    const at = error.property === undefined ? pointer : `${pointer}${pointerStep(error.property)}`;
    if (settled.has(at)) continue;
    const own = (value as Readonly<Record<string, unknown>> | null | undefined)?.[error.property];
    const broken = Object.entries(error.constraints ?? {});
    // What is missing breaks every rule of its field: one word for all of them, as in the fields of requests.
    if (broken.length > 0 && own === undefined) faults.push(fault(at, 'REQUIRED', `${error.property} is required`));
    else for (const [rule, detail] of broken) faults.push(fault(at, toCode(rule), detail));
    collectRuleFaults(error.children ?? [], { pointer: at, value: own }, settled, faults);
  }
}

/**
 * Walks the value without recursion. Names that reach a prototype are refused wherever they stand, in free-form parts
 * too: the value is handed on to code that may merge it.
 */
function findHostileStructure(payload: object): PayloadFault | undefined {
  const open: { value: object; pointer: string; depth: number }[] = [{ value: payload, pointer: '/payload', depth: 1 }];
  for (let current = open.pop(); current; current = open.pop()) {
    const { value, pointer, depth } = current;
    if (depth > MAX_JSON_DEPTH)
      return fault('/payload', 'JSON_TOO_DEEP', `the payload is nested deeper than ${MAX_JSON_DEPTH} levels`);
    for (const [name, child] of Object.entries(value) as [string, unknown][]) {
      if (typeof child !== 'object' && name !== '__proto__') continue;
      const at = `${pointer}${pointerStep(name)}`;
      if (name === '__proto__')
        return fault(at, 'FORBIDDEN_KEY', 'this key is refused because it could change the prototype of an object');
      if (typeof child !== 'object' || child === null) continue;
      if (name === 'constructor' && Object.hasOwn(child, 'prototype')) {
        return fault(
          `${at}/prototype`,
          'FORBIDDEN_KEY',
          'this key is refused because it could change the prototype of an object',
        );
      }
      open.push({ value: child, pointer: at, depth: depth + 1 });
    }
  }
  return undefined;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(pointer: string, code: string, detail: string): PayloadFault {
  return { pointer, code, detail };
}

function toCode(rule: string): string {
  return rule.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

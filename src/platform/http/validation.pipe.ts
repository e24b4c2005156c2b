import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import type { FieldFault } from '../../kernel/errors.js';
import { pointerStep } from '../../kernel/json-pointer.js';
import { isSurelyValid } from '../validation/index.js';
import { refusalOf } from './refusal.js';
import { type Class, toInstance } from './request-instance.js';

const MAX_FAULTS = 50;
const BUILT_INS: readonly unknown[] = [String, Number, Boolean, Object, Array, Date];
const ROOTS: Partial<Record<ArgumentMetadata['type'], string>> = { body: '', query: '/query', param: '/path' };
/** An ASCII control character in a path or query is never meant, and NUL cannot be stored at all. */
const CONTROL = /\p{Cc}/u;

/**
 * Turns body, query and path into instances of their request classes and holds them against the rules written there.
 * Unknown fields are refused, nothing is converted in a body, and every fault is named by a JSON pointer: `/jobs/3/queue`
 * in a body, `/query/limit`, `/path/jobId`. Throws `VALIDATION_FAILED` (invalid).
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const root = ROOTS[metadata.type];
    if (root === undefined) return value;
    const isText = metadata.type !== 'body';
    if (isText) refuseControls(value, metadata.data === undefined ? root : root + pointerStep(metadata.data));
    const type = metadata.metatype;
    if (type === undefined || BUILT_INS.includes(type) || metadata.data !== undefined) return value;
    const faults: FieldFault[] = [];
    // A body that was not sent has no fields: the rules then say which of them are required.
    const plain = value === undefined ? {} : value;
    if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
      throw refusalOf([{ pointer: root, code: 'IS_OBJECT', detail: 'must be an object' }]);
    }
    const instance = toInstance(type as Class, plain, { isText, pointer: root, faults });
    if (faults.length === 0 && isSurelyValid(instance, { forbidsUnknown: true })) return instance;
    const errors = await validate(instance, {
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: false,
    });
    collect(errors, root, faults);
    if (faults.length > 0) throw refusalOf(faults.slice(0, MAX_FAULTS));
    return instance;
  }
}

function collect(errors: readonly ValidationError[], parent: string, faults: FieldFault[]): void {
  for (const error of errors) {
    const pointer = parent + pointerStep(error.property);
    const constraints = Object.entries(error.constraints ?? {});
    if (constraints.some(([name]) => name === 'whitelistValidation')) {
      faults.push({ pointer, code: 'UNKNOWN_FIELD', detail: 'this field is not known' });
    } else if (constraints.length > 0 && error.value === undefined) {
      faults.push({ pointer, code: 'REQUIRED', detail: `${error.property} is required` });
    } else {
      for (const [name, detail] of constraints) faults.push({ pointer, code: codeOf(name), detail });
    }
    collect(error.children ?? [], pointer, faults);
  }
}

/** `isInt` → `IS_INT`. */
function codeOf(constraint: string): string {
  return constraint.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

function refuseControls(value: unknown, pointer: string): void {
  if (typeof value === 'string') {
    if (!CONTROL.test(value) && value.isWellFormed()) return;
    throw refusalOf([{ pointer, code: 'CONTROL_CHARACTER', detail: 'must not hold control characters' }]);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) refuseControls(item, pointer + pointerStep(key));
}

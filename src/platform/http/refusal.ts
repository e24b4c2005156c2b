import { type FieldFault, RotaError } from '../../kernel/errors.js';
import { PROBLEM_CATALOGUE } from './problem-catalogue.js';

const MANY = 'VALIDATION_FAILED';
const STATUS = 422;

/** What a problem may carry as its own code. All else names a rule of a field, and those of handlers are without number. */
const STANDS_ALONE: ReadonlySet<string> = new Set(
  PROBLEM_CATALOGUE.filter(({ statuses }) => statuses.includes(STATUS)).map(({ code }) => code),
);

/**
 * The one rule for what faults of fields become: a single fault lends the problem its code if the catalogue gives that code the
 * status 422, such as `HANDLER_UNKNOWN`. Broken rules, such as `IS_STRING` or `REQUIRED`, and several faults are
 * `VALIDATION_FAILED`, however many.
 */
export function refusalOf(faults: readonly FieldFault[]): RotaError {
  const [first] = faults;
  if (faults.length === 1 && first !== undefined && STANDS_ALONE.has(first.code))
    return new RotaError('invalid', first.code, first.detail, { faults });
  // A field may break several rules.
  const fields = new Set(faults.map(({ pointer }) => pointer)).size;
  const count = fields === 1 ? 'one field is' : `${fields} fields are`;
  return new RotaError('invalid', MANY, `${count} not as required`, { faults });
}

import { ValidateIf } from 'class-validator';

/**
 * The field may be absent, but `null` is not absence: `IsOptional` would let it through to a column that refuses it.
 * Fields for which `null` means "none" use `IsOptional`.
 */
export function IfPresent(): PropertyDecorator {
  return ValidateIf((_object: object, value: unknown) => value !== undefined);
}

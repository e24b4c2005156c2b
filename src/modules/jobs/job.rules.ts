import { ValidateBy, type ValidationOptions } from 'class-validator';
import { INSTANT_RANGE, isInstantInRange, parseInstant } from '../../kernel/instants.js';
import { IDEMPOTENCY_KEY, MAX_LABEL_KEY_LENGTH, MAX_LABEL_VALUE_LENGTH, MAX_LABELS } from './job-limits.js';

/** An instant as RFC 3339 writes it, with its offset, between a year ago and five years ahead. */
export function IsRunAt(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isInstant',
      validator: {
        validate: (value) => {
          const instant = parseInstant(value);
          return instant !== undefined && isInstantInRange(instant, new Date());
        },
        defaultMessage: (args) =>
          `${args?.property} must be an RFC 3339 date-time with an offset, at most ${INSTANT_RANGE.yearsBack} year back and ${INSTANT_RANGE.yearsAhead} years ahead`,
      },
    },
    options,
  );
}

/** A map of text to text, bounded in number and length. */
export function IsLabels(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isLabels',
      validator: {
        validate: isLabels,
        defaultMessage: (args) =>
          `${args?.property} must be an object of at most ${MAX_LABELS} texts: names of 1 to ${MAX_LABEL_KEY_LENGTH} characters without a colon, values of at most ${MAX_LABEL_VALUE_LENGTH}`,
      },
    },
    options,
  );
}

export function IsIdempotencyKey(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isIdempotencyKey',
      validator: {
        validate: (value) => typeof value === 'string' && IDEMPOTENCY_KEY.test(value),
        defaultMessage: (args) => `${args?.property} must be 1 to 255 printable ASCII characters without outer spaces`,
      },
    },
    options,
  );
}

function isLabels(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= MAX_LABELS && entries.every(([key, text]) => isLabelKey(key) && isLabelValue(text));
}

/** No colon: the filter of the list is `key:value`. */
function isLabelKey(key: string): boolean {
  return key.length > 0 && key.length <= MAX_LABEL_KEY_LENGTH && !/[:\p{Cc}]/u.test(key);
}

function isLabelValue(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_LABEL_VALUE_LENGTH;
}

import { ValidateBy } from 'class-validator';
import { INSTANT_RANGE, isInstantInRange, parseInstant } from '../../kernel/instants.js';
import { IDEMPOTENCY_KEY, MAX_LABEL_KEY_LENGTH, MAX_LABEL_VALUE_LENGTH, MAX_LABELS } from './job-limits.js';

export interface InstantOptions {
  /** Only between a year ago and five years ahead: for when something shall happen. */
  readonly isNear?: boolean;
}

/** An instant as RFC 3339 writes it, with its offset. */
export function IsInstant({ isNear = false }: InstantOptions = {}): PropertyDecorator {
  const range = isNear
    ? `, at most ${INSTANT_RANGE.yearsBack} year back and ${INSTANT_RANGE.yearsAhead} years ahead`
    : '';
  return ValidateBy({
    name: 'isInstant',
    validator: {
      validate: (value) => {
        const instant = parseInstant(value);
        return instant !== undefined && (isNear ? isInstantInRange(instant, new Date()) : isStorable(instant));
      },
      defaultMessage: (args) => `${args?.property} must be an RFC 3339 date-time with an offset${range}`,
    },
  });
}

/** `name:value`; the value may hold colons, the name does not. */
export function IsLabelFilter(): PropertyDecorator {
  return ValidateBy({
    name: 'isLabelFilter',
    validator: {
      validate: (value) => typeof value === 'string' && parseLabelFilter(value) !== undefined,
      defaultMessage: (args) => `${args?.property} must be name:value`,
    },
  });
}

export function parseLabelFilter(text: string): { readonly key: string; readonly value: string } | undefined {
  const colon = text.indexOf(':');
  const [key, value] = [text.slice(0, colon), text.slice(colon + 1)];
  return colon > 0 && isLabelKey(key) && isLabelValue(value) ? { key, value } : undefined;
}

/** A map of text to text, bounded in number and length. */
export function IsLabels(): PropertyDecorator {
  return ValidateBy({
    name: 'isLabels',
    validator: {
      validate: isLabels,
      defaultMessage: (args) =>
        `${args?.property} must be an object of at most ${MAX_LABELS} texts: names of 1 to ${MAX_LABEL_KEY_LENGTH} characters without a colon, values of at most ${MAX_LABEL_VALUE_LENGTH}`,
    },
  });
}

export function IsIdempotencyKey(): PropertyDecorator {
  return ValidateBy({
    name: 'isIdempotencyKey',
    validator: {
      validate: (value) => typeof value === 'string' && IDEMPOTENCY_KEY.test(value),
      defaultMessage: (args) => `${args?.property} must be 1 to 255 printable ASCII characters without outer spaces`,
    },
  });
}

/** PostgreSQL takes no year 0, and nothing here is as old as that. */
function isStorable(instant: Date): boolean {
  return instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9_999;
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

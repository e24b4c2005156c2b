import { registerDecorator } from 'class-validator';

export interface PlainTextOptions {
  /** Least and greatest number of characters, counted as PostgreSQL counts them: code points. */
  readonly min: number;
  readonly max: number;
  /** Line feeds and tabs are allowed. Default: one line. */
  readonly isMultiline?: boolean;
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_BUT_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

/** They turn round what stands beside a text: a name with one of them can pass for another. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[^\p{Z}\p{C}]/u;

/** Text for people: of bounded length, without control characters or lone surrogates, and with something to see. */
export function IsPlainText(options: PlainTextOptions): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isPlainText',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => isPlainText(value, options),
        defaultMessage: () =>
          `$property must be text of ${options.min} to ${options.max} characters without control or direction characters`,
      },
    });
}

export function isPlainText(value: unknown, { min, max, isMultiline = false }: PlainTextOptions): boolean {
  if (typeof value !== 'string' || value.length > max * 2) return false;
  if (!value.isWellFormed() || (isMultiline ? CONTROL_BUT_BREAKS : CONTROL).test(value)) return false;
  if (TURNING.test(value)) return false;
  const length = Array.from(value).length;
  return length >= min && length <= max && (min === 0 || VISIBLE.test(value));
}

import { registerDecorator } from 'class-validator';

/** Text of so many bytes in UTF-8: what is hashed, encrypted or sent is bounded by bytes, not by characters. */
export function IsByteLength({ min, max }: { readonly min: number; readonly max: number }): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isByteLength',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => {
          if (typeof value !== 'string' || value.length > max) return false;
          const bytes = Buffer.byteLength(value);
          return bytes >= min && bytes <= max;
        },
        defaultMessage: () => `$property must have ${min} to ${max} bytes`,
      },
    });
}

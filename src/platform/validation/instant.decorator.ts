import { registerDecorator } from 'class-validator';
import { INSTANT_RANGE, isInstantInRange, parseInstant } from '../../kernel/instants.js';

/** An instant as RFC 3339 writes it, with an offset, not absurdly far from now. It stays text; `parseInstant` reads it. */
export function IsInstant(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isInstant',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => {
          const instant = parseInstant(value);
          return instant !== undefined && isInstantInRange(instant, new Date());
        },
        defaultMessage: () =>
          `$property must be an instant with its offset, such as 2027-01-31T09:00:00Z, ` +
          `at most ${INSTANT_RANGE.yearsBack} year back and ${INSTANT_RANGE.yearsAhead} years ahead`,
      },
    });
}

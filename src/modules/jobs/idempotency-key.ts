import { RotaError } from '../../kernel/errors.js';
import { IDEMPOTENCY_KEY } from './job-limits.js';

/** The Idempotency-Key header: absent, or 1 to 255 bytes of printable ASCII. */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined || IDEMPOTENCY_KEY.test(header)) return header;
  throw RotaError.invalid(
    'IDEMPOTENCY_KEY_INVALID',
    'Idempotency-Key must be 1 to 255 printable ASCII characters',
    '/headers/idempotency-key',
  );
}

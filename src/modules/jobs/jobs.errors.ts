import { type FieldFault, RotaError } from '../../kernel/errors.js';
import { constraintOf } from '../../platform/database/index.js';
import { MAX_PAYLOAD_BYTES } from './job-limits.js';

export const jobNotFound = (): RotaError => RotaError.notFound('job');

export const keyReused = (pointer: string): RotaError =>
  RotaError.invalid(
    'IDEMPOTENCY_KEY_REUSED',
    'the idempotency key was used for another request on this queue',
    pointer,
  );

export const payloadTooLarge = (pointer: string): FieldFault => ({
  pointer,
  code: 'PAYLOAD_TOO_LARGE',
  detail: `the payload is larger than ${MAX_PAYLOAD_BYTES} bytes of compact JSON`,
});

export const storedPayloadTooLarge = (pointer: string): FieldFault => ({
  pointer,
  code: 'PAYLOAD_TOO_LARGE',
  detail: 'the payload is larger than 131,072 bytes in its stored form, where 1e300 has 301 digits',
});

/** What the database refused for its data (class 22 or 23), by its name for the caller; never the database's own words. */
export function storageFault(error: unknown, pointer: string): FieldFault {
  switch (constraintOf(error)) {
    case 'jobs_payload_bytes':
      return storedPayloadTooLarge(`${pointer}/payload`);
    case 'jobs_labels_bytes':
      return {
        pointer: `${pointer}/labels`,
        code: 'LABELS_TOO_LARGE',
        detail: 'the labels are larger than 8,192 bytes',
      };
    default:
      return { pointer, code: 'JOB_NOT_STORABLE', detail: 'the job holds a value that cannot be stored' };
  }
}

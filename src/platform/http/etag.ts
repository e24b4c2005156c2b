import { RotaError } from '../../kernel/errors.js';

const TAG_LIST = /^\s*(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*\s*$/;
const TAG = /(?:W\/)?"[\x21\x23-\x7e]*"/g;
const MAX_LENGTH = 1_024;

/** The strong ETag of a row with a version counter: `"7"`. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** The weak ETag, for representations that hold more than the versioned row: `W/"7"`. */
export function weakEtagOf(version: number): string {
  return `W/${etagOf(version)}`;
}

/**
 * Holds an If-Match header against the version of a row (RFC 9110 §13.1.1): no header and `*` match, a list matches by
 * strong comparison, so a weak tag never does. Throws `PRECONDITION_FAILED`, or `IF_MATCH_MALFORMED` if it is no list of tags.
 */
export function assertIfMatch(header: string | undefined, version: number): void {
  if (header === undefined || header.trim() === '*') return;
  if (header.length > MAX_LENGTH || !TAG_LIST.test(header)) {
    const detail = 'If-Match must be * or a list of entity tags in double quotes';
    throw new RotaError('malformed', 'IF_MATCH_MALFORMED', detail, {
      faults: [{ pointer: '/headers/if-match', code: 'IF_MATCH_MALFORMED', detail }],
    });
  }
  if (!Array.from(header.matchAll(TAG), ([tag]) => tag).includes(etagOf(version))) {
    throw new RotaError(
      'precondition_failed',
      'PRECONDITION_FAILED',
      'it was changed since it was read: read it again',
    );
  }
}

import { type CustomTypesConfig, types } from 'pg';

type Parser = ReturnType<CustomTypesConfig['getTypeParser']>;
type Lookup = (oid: number, format?: string) => Parser;

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const standard = types.getTypeParser as Lookup;
const parseInstant = standard(TIMESTAMPTZ);
let lastText: string | undefined;
let lastMs = 0;

/** As PostgreSQL writes it. The rows of one answer often carry the same instant, and to read it anew costs 1 µs. */
export function parseTimestamptz(text: string): Date {
  if (text !== lastText) {
    const instant: unknown = parseInstant(text);
    if (!(instant instanceof Date)) return instant as Date;
    lastText = text;
    lastMs = instant.getTime();
  }
  return new Date(lastMs);
}

const parserOf: Lookup = (oid, format) => {
  if (format === 'binary') return standard(oid, format);
  if (oid === INT8) return Number;
  return oid === TIMESTAMPTZ ? parseTimestamptz : standard(oid, format);
};

/**
 * Counts come back as numbers (they stay far below 2^53 here); everything else as node-postgres reads it. Columns that must
 * keep microseconds or big numbers are cast to text in the statement.
 */
export const pgTypes: CustomTypesConfig = { getTypeParser: parserOf as CustomTypesConfig['getTypeParser'] };

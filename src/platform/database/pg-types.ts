import { type CustomTypesConfig, types } from 'pg';

const INT8 = 20;

/**
 * Counts come back as numbers (they stay far below 2^53 here); everything else as node-postgres reads it. Columns that must
 * keep microseconds or big numbers are cast to text in the statement.
 */
export const pgTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

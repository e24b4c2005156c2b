import pg from 'pg';

const INT8 = 20;

/**
 * Counts come back as numbers (they stay far below 2^53 here); everything else as node-postgres reads it. `text` columns that
 * must keep microseconds or big numbers are cast in the statement.
 */
export const pgTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (oid === INT8 && format !== 'binary') return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

import { type CustomTypesConfig, types } from 'pg';

type Parser = ReturnType<CustomTypesConfig['getTypeParser']>;
type Lookup = (oid: number, format?: string) => Parser;

const INT8 = 20;
const standard = types.getTypeParser as Lookup;
const parserOf: Lookup = (oid, format) => (oid === INT8 && format !== 'binary' ? Number : standard(oid, format));

/**
 * Counts come back as numbers (they stay far below 2^53 here); everything else as node-postgres reads it. Columns that must
 * keep microseconds or big numbers are cast to text in the statement.
 */
export const pgTypes: CustomTypesConfig = { getTypeParser: parserOf as CustomTypesConfig['getTypeParser'] };

import { randomUUID } from 'node:crypto';
import { isDataError } from '../../src/platform/database/index.js';
import { textArray, uuidArray } from '../../src/platform/database/pg-array.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('arrays that are sent in binary', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.close());

  const received = async (type: string, array: Buffer): Promise<unknown[]> => {
    const [row] = await database.hot.query<{ values: unknown[]; length: number }>(
      `SELECT v AS values, cardinality(v) AS length FROM (SELECT $1::${type}[] AS v) a`,
      [array],
    );
    expect(row?.length).toBe(row?.values.length);
    return row?.values ?? [];
  };

  it.each([0, 1, 2, 1_000])('%i uuids', async (count) => {
    const ids = Array.from({ length: count }, () => randomUUID() as string);
    expect(await received('uuid', uuidArray(ids))).toEqual(ids);
  });

  it.each(['', '1', 'f'.repeat(31), 'g'.repeat(32), `${randomUUID()}0`, 'null'])('%j is no uuid', (id) => {
    expect(() => uuidArray([randomUUID(), id])).toThrow('something else');
  });

  it('texts of every kind, as they are', async () => {
    const texts = [
      '',
      ' ',
      'plain',
      'NULL',
      '"',
      '\\',
      '{,}',
      "it's",
      'a\nb\tc\r',
      'é',
      '漢字',
      '🙂',
      '\u007f',
      'x'.repeat(70_000),
      null,
    ];
    expect(await received('text', textArray(texts))).toEqual(texts);
    expect(await received('text', textArray([]))).toEqual([]);
    expect(await received('text', textArray([null, null]))).toEqual([null, null]);
  });

  it('what text cannot hold is refused as data, and half a character arrives as the mark for one', async () => {
    const refusal = await received('text', textArray(['a\u0000b'])).catch((error: unknown) => error);
    expect(isDataError(refusal)).toBe(true);
    expect(await received('text', textArray(['\ud83d', 'next']))).toEqual(['\ufffd', 'next']);
  });
});

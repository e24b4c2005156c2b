import { createTestDatabase } from '../support/test-database.js';

it.each(['at once', 'when they are under way'])(
  'the database of a test that is closed %s after reads that nobody waits for answers them all first',
  async (when) => {
    const database = await createTestDatabase();
    await database.sql('SELECT 1');
    const pools = [database.app, database.hot, database.control];
    const answers: string[] = [];
    const note = (answer: unknown): unknown => answers.push(JSON.stringify(answer));
    const chain = async (): Promise<unknown> => {
      await database.sql('SELECT pg_sleep(0.05)');
      return database.sql('SELECT 2 AS n');
    };
    void chain().then(note, note);
    for (const pool of pools) void pool.query('SELECT 1 AS n').then(note, note);
    if (when !== 'at once') await new Promise((resolve) => setImmediate(resolve));
    await database.close();
    expect(answers.toSorted()).toEqual(['[{"n":1}]', '[{"n":1}]', '[{"n":1}]', '[{"n":2}]']);
  },
);

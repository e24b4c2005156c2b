import type { TestDatabase } from './test-database.js';
import { until } from './until.js';

/** Waits for a minute of the database's clock that has at least so many seconds left: no minute ends while a test counts on it. */
export async function aYoungMinute({ sql }: Pick<TestDatabase, 'sql'>, secondsLeft = 15): Promise<void> {
  const isYoung = async (): Promise<boolean> => {
    const [row] = await sql<{ isYoung: boolean }>(
      `SELECT extract(second FROM clock_timestamp()) < 60 - $1::int AS "isYoung"`,
      [secondsLeft],
    );
    return row?.isYoung === true;
  };
  await until(isYoung, 'the minute is young', 60_000);
}

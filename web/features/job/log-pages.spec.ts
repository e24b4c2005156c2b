import type { JobLogLineResponse } from '@rota/client';
import { type LogPage, readOn } from './log-pages';

const line = (id: number): JobLogLineResponse => ({
  id,
  executionSeq: 1,
  loggedAt: '2026-11-29T12:00:00.000Z',
  message: `line ${id}`,
  data: null,
});

/** A log of pages of three lines, and the cursors that were asked for. */
function logOf(count: () => number) {
  const asked: (string | undefined)[] = [];
  const read = (cursor: string | undefined) => {
    asked.push(cursor);
    const from = Number(cursor ?? 0);
    const data = Array.from({ length: Math.min(3, count() - from) }, (_, index) => line(from + index));
    return Promise.resolve({ data, page: { nextCursor: from + 3 < count() ? String(from + 3) : null } });
  };
  return { asked, read };
}

const idsOf = (pages: readonly LogPage[]): number[] => pages.flatMap(({ lines }) => lines.map(({ id }) => id));

describe('lines of a log', () => {
  it('are all read at first, and only the last page afterwards', async () => {
    let count = 7;
    const log = logOf(() => count);
    const first = await readOn([], log.read);
    expect(idsOf(first)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    count = 11;
    log.asked.length = 0;
    expect(idsOf(await readOn(first, log.read))).toEqual(Array.from({ length: 11 }, (_, index) => index));
    expect(log.asked).toEqual(['6', '9']);
  });

  it('stay the very same while nothing comes, so that nothing is drawn again', async () => {
    const log = logOf(() => 5);
    const first = await readOn([], log.read);
    expect(await readOn(first, log.read)).toBe(first);
  });
});

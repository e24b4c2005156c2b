import type { JobLogLineResponse } from '@rota/client';

/** A page of lines with the cursor that asks for it. */
export interface LogPage {
  readonly cursor: string | undefined;
  readonly lines: readonly JobLogLineResponse[];
}

type ReadPage = (cursor: string | undefined) => Promise<{
  readonly data: readonly JobLogLineResponse[];
  readonly page: { readonly nextCursor: string | null };
}>;

/** Reads on from the last page that is known: only that one can have got more lines. */
export async function readOn(known: readonly LogPage[], read: ReadPage): Promise<readonly LogPage[]> {
  const pages = known.slice(0, -1);
  let cursor = known.at(-1)?.cursor;
  for (;;) {
    const { data, page } = await read(cursor);
    pages.push({ cursor, lines: data });
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  const isSame = pages.length === known.length && pages.at(-1)?.lines.length === known.at(-1)?.lines.length;
  return isSame ? known : pages;
}

import { type Answer, dataOf } from './rota-problem.ts';

interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly page: { readonly nextCursor: string | null; readonly hasMore: boolean };
}

/**
 * Every item of a list, page by page as they are asked for:
 * `for await (const job of itemsOf((cursor) => jobsList({ client, path, query: { cursor } }))) …`. @throws RotaProblem
 */
export async function* itemsOf<Item>(
  readPage: (cursor: string | undefined) => Promise<Answer<ListPage<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const { data, page } = await dataOf(readPage(cursor));
    yield* data;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

import { type Answer, dataOf } from './rota-problem.ts';

/**
 * A command over more than one request changes, request after request as its answers are asked for:
 * `for await (const part of partsOf((cursor) => jobsCancelMany({ client, path, body: { filter, cursor } }))) …`. The cursor leads over
 * each job once, also over those that stay what they are. @throws RotaProblem
 */
export async function* partsOf<Part extends { readonly nextCursor: string | null }>(
  send: (cursor: string | undefined) => Promise<Answer<Part>>,
): AsyncGenerator<Part, void, undefined> {
  let cursor: string | undefined;
  do {
    const part: Part = await dataOf(send(cursor));
    yield part;
    cursor = part.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

import { RotaError } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { cursorInvalid, decodeCursor, encodeCursor } from '../../platform/http/index.js';
import { COMMAND_BATCH, MAX_COMMAND_JOBS, MAX_COUNTED_JOBS } from './job-limits.js';

/** What a bulk command is for, as its caller says it: `ids` or `filter`, one of them. */
export interface BulkSelection<Filter> {
  readonly ids?: readonly string[] | undefined;
  readonly filter?: Filter | undefined;
  readonly dryRun?: boolean | undefined;
  readonly limit?: number | undefined;
  /** `nextCursor` of the answer to the same selection. */
  readonly cursor?: string | undefined;
}

/** Ids for one statement, and where the selection goes on behind them; null at its end. */
export interface SelectedBatch {
  readonly ids: readonly string[];
  readonly nextCursor: string | null;
}

/** Selections are walked part by part, each in an order in which nothing moves: by ids that descend, or as they were given. */
export interface SelectionPart {
  readonly name: string;
  /** `next`: the id behind which the following page begins; undefined when the part has ended. */
  page(limit: number, after: string | undefined): Promise<{ ids: readonly string[]; next: string | undefined }>;
}

/** What a kind of command knows of its selections. */
export interface SelectionSource<Filter> {
  readonly byFilter: (filter: Filter) => Promise<readonly SelectionPart[]>;
  /** Those of the ids that the command could change: what a dry run counts. */
  readonly eligible: (ids: readonly string[]) => Promise<readonly string[]>;
}

type Place = readonly [part: string, after: string | null];

/**
 * At most `limit` ids (for a dry run: as many as are counted), batch by batch. Whoever goes on with the cursor meets each id of a part
 * once, whether or not the command takes it out of the selection, and none that came in front of it meanwhile.
 *
 * @throws RotaError invalid `IDS_OR_FILTER`, `CURSOR_INVALID`
 */
export async function* batchesOf<Filter>(
  selection: BulkSelection<Filter>,
  source: SelectionSource<Filter>,
): AsyncGenerator<SelectedBatch> {
  const { cursor, dryRun, limit } = selection;
  const parts = await partsOf(selection, source);
  const start = decodeCursor(cursor, (value): value is Place => isPlaceIn(parts, value), '/cursor');
  let left = dryRun ? MAX_COUNTED_JOBS : (limit ?? MAX_COMMAND_JOBS);
  let index = start === undefined ? 0 : parts.findIndex(({ name }) => name === start[0]);
  let after = start?.[1] ?? undefined;
  for (let part = parts[index]; part !== undefined && left > 0; part = parts[index]) {
    const { ids, next } = await part.page(Math.min(COMMAND_BATCH, left), after);
    left -= ids.length;
    after = next;
    if (next === undefined) index += 1;
    const name = parts[index]?.name;
    yield { ids, nextCursor: name === undefined ? null : encodeCursor([name, after ?? null] satisfies Place) };
  }
}

async function partsOf<Filter>(
  { ids, filter, dryRun }: BulkSelection<Filter>,
  source: SelectionSource<Filter>,
): Promise<readonly SelectionPart[]> {
  if (ids !== undefined && filter === undefined) return [givenIds(ids, dryRun ? source.eligible : undefined)];
  if (filter !== undefined && ids === undefined) return source.byFilter(filter);
  throw RotaError.invalid('IDS_OR_FILTER', 'give ids or filter, one of them', ids ? '/filter' : '/ids');
}

function givenIds(ids: readonly string[], keep: SelectionSource<unknown>['eligible'] | undefined): SelectionPart {
  const unique = [...new Set(ids.map((id) => id.toLowerCase()))];
  return {
    name: 'ids',
    page: async (limit, after) => {
      const start = after === undefined ? 0 : unique.indexOf(after) + 1;
      if (after !== undefined && start === 0) throw cursorInvalid('/cursor');
      const page = unique.slice(start, start + limit);
      const next = start + page.length < unique.length ? page.at(-1) : undefined;
      return { ids: keep ? await keep(page) : page, next };
    },
  };
}

function isPlaceIn(parts: readonly SelectionPart[], value: unknown): value is Place {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [name, after] = value as readonly unknown[];
  return parts.some((part) => part.name === name) && (after === null || (typeof after === 'string' && isUuid(after)));
}

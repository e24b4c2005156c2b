import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Type as TypeOf } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { RotaError } from '../../kernel/errors.js';

const CURSOR_VERSION = 1;
export const MAX_CURSOR_LENGTH = 1_024;
export const DEFAULT_PAGE_LIMIT = 50;
export const MAX_PAGE_LIMIT = 200;

/** The query of every list. Lists add their filters by extending it. */
export class PageQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE_LIMIT,
    default: DEFAULT_PAGE_LIMIT,
    description: 'most items on a page',
  })
  @TypeOf(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE_LIMIT)
  limit: number = DEFAULT_PAGE_LIMIT;

  @ApiPropertyOptional({
    type: 'string',
    maxLength: MAX_CURSOR_LENGTH,
    description: 'page.nextCursor of the page before, as it is',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_CURSOR_LENGTH)
  cursor?: string;
}

export class PageInfo {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'send it as cursor to get the next page; null on the last one',
  })
  nextCursor: string | null;

  @ApiProperty({ type: 'boolean', description: 'a page may be short, or even empty, and still not be the last' })
  hasMore: boolean;
}

export interface Page<T> {
  readonly data: T[];
  readonly page: PageInfo;
}

/** A page from rows read with `limit + 1`: the one too many says that there is more. */
export function pageOf<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => unknown): Page<T> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { data, page: { nextCursor: hasMore ? encodeCursor(cursorOf(last)) : null, hasMore } };
}

export function mapPage<T, R>(page: Page<T>, map: (item: T) => R): Page<R> {
  return { data: page.data.map(map), page: page.page };
}

/** A position in a list, opaque to callers. It grants nothing: every list checks scope and filters again. */
export function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify([CURSOR_VERSION, position])).toString('base64url');
}

/**
 * The position of a cursor; undefined without one. Throws `CURSOR_INVALID` for anything that we did not make ourselves; `pointer`
 * says where it stood.
 */
export function decodeCursor<T>(
  cursor: string | undefined,
  isPosition: (value: unknown) => value is T,
  pointer = '/query/cursor',
): T | undefined {
  if (cursor === undefined) return undefined;
  const position = readCursor(cursor);
  if (position !== undefined && isPosition(position) && encodeCursor(position) === cursor) return position;
  throw cursorInvalid(pointer);
}

export function cursorInvalid(pointer: string): RotaError {
  return RotaError.invalid('CURSOR_INVALID', 'this is no cursor of this list', pointer);
}

function readCursor(cursor: string): unknown {
  if (cursor.length > MAX_CURSOR_LENGTH) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.length === 2 && parts[0] === CURSOR_VERSION ? parts[1] : undefined;
  } catch {
    return undefined;
  }
}

/** Documents a list: `{ data: [Dto], page }`. */
export function ApiPage(dto: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(dto, PageInfo),
    ApiOkResponse({
      description: 'one page of the list',
      schema: {
        type: 'object',
        required: ['data', 'page'],
        properties: {
          data: { type: 'array', items: { $ref: getSchemaPath(dto) } },
          page: { $ref: getSchemaPath(PageInfo) },
        },
      },
    }),
  );
}

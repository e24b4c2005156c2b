import { Injectable, type PipeTransform } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';

/** An id in a path. What has not the form of one belongs to nothing, so the answer is the same as for an unknown id. */
@Injectable()
export class IdPathPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
    throw new RotaError('not_found', 'NOT_FOUND', 'nothing has this id');
  }
}

import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { parseInstant } from '../../kernel/instants.js';
import { decodeCursor, encodeCursor, type Page } from '../../platform/http/index.js';
import { batchesOf, type BulkResult, type BulkSelection, runBulk, type SelectedBatch } from '../jobs/index.js';
import { QueueDirectory } from '../queues/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import type { DeadLetterSummary } from './dead-letter.js';
import { DeadLetterGroupReadModel, type LetterGroups } from './dead-letter-group.read-model.js';
import { DeadLetterReadModel, type LetterFilter } from './dead-letter.read-model.js';
import type {
  DeadLetterFilterRequest,
  DeadLetterGroupsQuery,
  DeadLetterSelectionRequest,
  ListDeadLettersQuery,
} from './dead-letter.request.js';
import { DiscardService } from './discard.service.js';
import { ReplayService } from './replay.service.js';

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

/** Lists and groups of letters, and commands for many. */
@Injectable()
export class DeadLetterService {
  constructor(
    private readonly letters: DeadLetterReadModel,
    private readonly queues: QueueDirectory,
    private readonly replays: ReplayService,
    private readonly discards: DiscardService,
    private readonly groupings: DeadLetterGroupReadModel,
  ) {}

  async list(projectId: string, query: ListDeadLettersQuery): Promise<Page<DeadLetterSummary>> {
    const filter = { ...(await this.filterOf(projectId, query, '/query')), state: query.state };
    const { letters, nextBefore } = await this.letters.list(
      projectId,
      filter,
      query.limit,
      decodeCursor(query.cursor, isId),
    );
    return {
      data: letters,
      page: {
        nextCursor: nextBefore === undefined ? null : encodeCursor(nextBefore),
        hasMore: nextBefore !== undefined,
      },
    };
  }

  /** Batch after batch, each a transaction of its own; a letter that cannot be replayed is a failure of its own. */
  async replayMany(scope: ProjectScope, selection: DeadLetterSelectionRequest): Promise<BulkResult> {
    const apply = (ids: readonly string[]) => this.replays.replay(scope, ids, { reason: selection.reason });
    return runBulk(this.batches(scope.projectId, selection), selection.dryRun ? undefined : apply);
  }

  /** The same without a run; a letter that was replayed meanwhile is a failure of its own. */
  async discardMany(scope: ProjectScope, selection: DeadLetterSelectionRequest): Promise<BulkResult> {
    const apply = (ids: readonly string[]) => this.discards.discardMany(scope, ids, selection.reason);
    return runBulk(this.batches(scope.projectId, selection), selection.dryRun ? undefined : apply);
  }

  async groups(projectId: string, { queue, handler }: DeadLetterGroupsQuery): Promise<LetterGroups> {
    const filter = await this.filterOf(projectId, queue === undefined ? {} : { queue }, '/query');
    return this.groupings.read(projectId, filter.queueId, handler);
  }

  private batches(projectId: string, selection: BulkSelection<DeadLetterFilterRequest>): AsyncGenerator<SelectedBatch> {
    return batchesOf(selection, {
      eligible: (ids) => this.letters.open(projectId, ids),
      byFilter: async (request) => {
        const filter = await this.filterOf(projectId, request, '/filter');
        return [
          {
            name: 'open',
            page: async (limit, before) => {
              const { letters, nextBefore } = await this.letters.list(projectId, filter, limit, before);
              return { ids: letters.map(({ id }) => id), next: nextBefore };
            },
          },
        ];
      },
    });
  }

  private async filterOf(projectId: string, request: DeadLetterFilterRequest, pointer: string): Promise<LetterFilter> {
    const queue = request.queue === undefined ? undefined : await this.queues.find(projectId, request.queue);
    if (request.queue !== undefined && !queue) {
      throw RotaError.invalid('QUEUE_UNKNOWN', 'there is no such queue in this project', `${pointer}/queue`);
    }
    return {
      state: 'open',
      queueId: queue?.id,
      handler: request.handler,
      reason: request.reason,
      errorName: request.errorName,
      group: request.group,
      since: parseInstant(request.since),
      until: parseInstant(request.until),
    };
  }
}

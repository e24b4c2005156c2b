import { Injectable } from '@nestjs/common';
import type { JobStatus } from '../../kernel/job-state.js';
import type { ProjectScope } from '../tenancy/index.js';
import type { CommandFailure, CommandResult, JobCommand } from './job-command.service.js';
import { JobCommandService } from './job-command.service.js';
import type { BulkSelection, SelectedBatch } from './bulk-selection.js';
import type { JobFilterRequest } from './job-filter.request.js';
import { JobSelector } from './job-selection.js';

export interface BulkResult {
  readonly isDryRun: boolean;
  /** Jobs that were selected: by a dry run only counted, up to 10,000. */
  readonly matched: number;
  readonly succeeded: number;
  readonly failed: number;
  /** The first hundred failures. */
  readonly failures: readonly { readonly id: string; readonly code: string; readonly detail: string }[];
  /** The limit or the time of one request ended before the selection did: here it goes on. */
  readonly nextCursor: string | null;
}

const ELIGIBLE: Readonly<Record<JobCommand, readonly JobStatus[]>> = {
  cancel: ['scheduled', 'queued', 'claimed', 'running'],
  retry: ['scheduled'],
};
export const MAX_FAILURES = 100;
const TIME_BUDGET_MS = 10_000;

/** One batch of ids → one result per id. */
type ApplyBatch = (ids: readonly string[]) => Promise<readonly BatchResult[]>;
type BatchResult =
  | CommandResult
  | { readonly id: string; readonly failure: { readonly code: string; readonly detail: string } }
  | { readonly id: string };

/** Commands for many jobs: batch after batch, each in a transaction of its own, so that no row is locked for long. */
@Injectable()
export class BulkCommandService {
  constructor(
    private readonly selector: JobSelector,
    private readonly commands: JobCommandService,
  ) {}

  async apply(
    command: JobCommand,
    scope: ProjectScope,
    selection: BulkSelection<JobFilterRequest>,
    reason?: string,
  ): Promise<BulkResult> {
    return runBulk(
      this.selector.batches(scope.projectId, selection, ELIGIBLE[command]),
      selection.dryRun ? undefined : (ids) => this.commands.apply(command, scope, ids, reason),
    );
  }
}

/** Applies a command to batch after batch within the time of one request; without `apply` it only counts. */
export async function runBulk(
  batches: AsyncIterable<SelectedBatch>,
  apply: ApplyBatch | undefined,
): Promise<BulkResult> {
  const failures: { id: string; code: string; detail: string }[] = [];
  const totals = { matched: 0, succeeded: 0, failed: 0 };
  let nextCursor: string | null = null;
  const endsAtMs = performance.now() + TIME_BUDGET_MS;
  for await (const batch of batches) {
    totals.matched += batch.ids.length;
    nextCursor = batch.nextCursor;
    const results = apply && batch.ids.length > 0 ? await apply(batch.ids) : [];
    for (const result of results) {
      const failure: (Pick<CommandFailure, 'detail'> & { code: string }) | undefined =
        'failure' in result ? result.failure : undefined;
      if (failure === undefined) totals.succeeded += 1;
      else totals.failed += 1;
      if (failure && failures.length < MAX_FAILURES)
        failures.push({ id: result.id, code: failure.code, detail: failure.detail });
    }
    if (performance.now() > endsAtMs) break;
  }
  return { isDryRun: apply === undefined, ...totals, failures, nextCursor };
}

import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { isLive, TERMINAL_STATUSES } from '../../kernel/job-state.js';
import { isDataError } from '../../platform/database/index.js';
import { refusalOf } from '../../platform/http/index.js';
import {
  type BulkResult,
  type BulkSelection,
  type JobDetail,
  JobPreparation,
  JobReadModel,
  type JobFilterRequest,
  JobSelector,
  runBulk,
  storageFault,
} from '../jobs/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import { JobRepeater } from './job-repeater.js';
import { failure, type LetterFailure, ReplayService } from './replay.service.js';

export interface JobReplayOptions {
  /** Instead of the payload that the job had. */
  readonly payload?: unknown;
  readonly reason?: string | undefined;
}

/** The jobs of a request, and its reason. */
export type ReplaySelection = BulkSelection<JobFilterRequest> & Pick<JobReplayOptions, 'reason'>;

/** What became of one job that was to run again. */
export type JobReplayResult = { readonly id: string; readonly runsAs: string } | LetterFailure;

/** Replay by job: an open dead letter goes back to its queue, any other job that has ended is run again as a new one. */
@Injectable()
export class JobReplayService {
  constructor(
    private readonly replays: ReplayService,
    private readonly jobs: JobReadModel,
    private readonly preparation: JobPreparation,
    private readonly repeater: JobRepeater,
    private readonly selector: JobSelector,
  ) {}

  /**
   * Answers the job that runs now.
   * @throws RotaError not_found, conflict (`JOB_NOT_TERMINAL`, `ALREADY_REPLAYED`, `REPLAY_CAP`, `QUEUE_GONE`), invalid (payload)
   */
  async replay(scope: ProjectScope, jobId: string, { payload, reason }: JobReplayOptions = {}): Promise<JobDetail> {
    const job = await this.jobs.get(scope.projectId, jobId);
    if (isLive(job.status)) throw RotaError.conflict('JOB_NOT_TERMINAL', `the job has not ended: it is ${job.status}`);
    const editedPayloadJson = payload === undefined ? undefined : this.preparation.payloadJsonOf(job.handler, payload);
    const { deadLetterId } = job;
    const running = deadLetterId
      ? this.replays.replayOne(scope, deadLetterId, { editedPayloadJson, reason }).then((replayed) => replayed.jobId)
      : this.repeater.repeat(scope, job, { id: newId(), payloadJson: editedPayloadJson, reason });
    const runsAs = await running.catch((error: unknown) => {
      throw payload !== undefined && isDataError(error) ? refusalOf([storageFault(error, '')]) : error;
    });
    return this.jobs.get(scope.projectId, runsAs);
  }

  /**
   * One result per job, in the order given: the open letters among them in one transaction, the others one by one. `runsAs` is the job
   * that runs now: the same one, or a new one.
   */
  async replayMany(scope: ProjectScope, jobIds: readonly string[], reason?: string): Promise<JobReplayResult[]> {
    const letters = await this.replays.openLettersOf(scope.projectId, jobIds);
    const replayed = await this.replays.replay(scope, [...letters.values()], { reason });
    const byLetter = new Map(replayed.map((result) => [result.id, result]));
    const results: JobReplayResult[] = [];
    for (const id of jobIds) {
      const result = byLetter.get(letters.get(id) ?? '');
      if (result === undefined) results.push(await this.tryOne(scope, id, reason));
      else results.push('failure' in result ? { ...result, id } : { id, runsAs: result.jobId });
    }
    return results;
  }

  /**
   * A filter without a status means dead letters: nobody runs all completed jobs again by leaving a field out. Nor does a filter bring
   * back what somebody has discarded; by its id it can be.
   */
  async replaySelected(scope: ProjectScope, selection: ReplaySelection): Promise<BulkResult> {
    const isForDeadLetters = selection.filter !== undefined && selection.filter.status === undefined;
    const eligible = isForDeadLetters ? (['dead_letter'] as const) : TERMINAL_STATUSES;
    const apply = (ids: readonly string[]) => this.replayMany(scope, ids, selection.reason);
    const batches = this.selector.batches(scope.projectId, selection, eligible, async (status, ids) => {
      if (status !== 'dead_letter') return ids;
      const open = await this.replays.openLettersOf(scope.projectId, ids);
      return ids.filter((id) => open.has(id));
    });
    return runBulk(batches, selection.dryRun ? undefined : apply);
  }

  private async tryOne(scope: ProjectScope, id: string, reason?: string): Promise<JobReplayResult> {
    try {
      const { id: runsAs } = await this.replay(scope, id, { reason });
      return { id, runsAs };
    } catch (error) {
      if (error instanceof RotaError) return failure(id, error.code, error.message);
      throw error;
    }
  }
}

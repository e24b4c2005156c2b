import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import { type InsertedJob, JobInserter, type NewJob } from '../jobs/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import { type LockedLetter, MAX_REPLAYS } from './dead-letter.js';
import { DeadLetterStore } from './dead-letter.store.js';

export interface Replayed {
  /** The letter. */
  readonly id: string;
  /** The job that runs now: the letter's own, or a new one. */
  readonly jobId: string;
  readonly queueId: string;
  /** The new job, if it is one. */
  readonly inserted?: InsertedJob | undefined;
}

export interface LetterFailure {
  readonly id: string;
  readonly failure: { readonly code: string; readonly detail: string };
}

export type ReplayResult = Replayed | LetterFailure;

export interface ReplayOptions {
  /** Compact JSON text, checked before. The dead job stays as it is, and a new one runs with this payload. */
  readonly editedPayloadJson?: string | undefined;
  readonly reason?: string | undefined;
}

/**
 * Puts dead letters back. A letter is locked before anything is decided, so of two at once (a double click, two admins) one makes
 * a run and the other is told that it was replayed. A letter outlives its job: when the record is gone, a new job is made from the
 * letter under a new id (the old one would stand in the past of every list), with `replayOf` naming the old one.
 */
@Injectable()
export class ReplayService {
  constructor(
    private readonly database: AppDatabase,
    private readonly letters: DeadLetterStore,
    private readonly jobs: JobInserter,
    private readonly audit: AuditService,
  ) {}

  /** One result per letter, in the order given. All letters of a call are one transaction. */
  async replay(scope: ProjectScope, ids: readonly string[], options: ReplayOptions = {}): Promise<ReplayResult[]> {
    const results = await this.database.transaction(async (session) => {
      const locked = await this.letters.lockLetters(session, scope.projectId, ids);
      const byId = new Map(
        ids.map((id): [string, ReplayResult] => [id, failure(id, 'NOT_FOUND', 'dead letter not found')]),
      );
      const open: LockedLetter[] = [];
      for (const letter of locked) {
        const refusal = refusalOf(letter);
        if (refusal) byId.set(letter.id, refusal);
        else open.push(letter);
      }
      for (const result of await this.putBack(session, scope, open, options)) byId.set(result.id, result);
      await this.record(session, scope, [...byId.values()], options.reason);
      return byId;
    });
    for (const result of results.values()) {
      if (!('jobId' in result)) continue;
      if (result.inserted) this.jobs.announce([result.inserted]);
      else this.jobs.hint(result.queueId);
    }
    return ids.map((id) => results.get(id) as ReplayResult);
  }

  /** @throws RotaError not_found or conflict (`ALREADY_REPLAYED`, `LETTER_DISCARDED`, `REPLAY_CAP`, `QUEUE_GONE`) */
  async replayOne(scope: ProjectScope, id: string, options: ReplayOptions = {}): Promise<Replayed> {
    const [result] = await this.replay(scope, [id], options);
    if (result && 'jobId' in result) return result;
    throw errorOf(result as LetterFailure);
  }

  /** The open letter of each job that has one. */
  async openLettersOf(projectId: string, jobIds: readonly string[]): Promise<Map<string, string>> {
    return this.letters.openLettersOf(this.database, projectId, jobIds);
  }

  private async putBack(
    session: Session,
    scope: ProjectScope,
    letters: readonly LockedLetter[],
    { editedPayloadJson }: ReplayOptions,
  ): Promise<ReplayResult[]> {
    if (letters.length === 0) return [];
    const isEdited = editedPayloadJson !== undefined;
    const kept = isEdited
      ? new Set<string>()
      : await this.letters.lockJobs(
          session,
          letters.map(({ jobId }) => jobId),
        );
    const same = letters.filter(({ jobId }) => kept.has(jobId));
    const anew = letters.filter(({ jobId }) => !kept.has(jobId));
    const back =
      same.length > 0
        ? await this.letters.replay(
            session,
            same.map(({ id }) => id),
          )
        : new Set<string>();
    const jobs = anew.map((letter) => newJobOf(letter, scope, editedPayloadJson));
    const inserted = jobs.length > 0 ? await this.jobs.insert(session, jobs) : [];
    if (jobs.length > 0) {
      await this.letters.closeReplayed(
        session,
        anew.map(({ id }) => id),
      );
    }
    return [
      ...same.map(({ id, jobId, queueId }) =>
        back.has(id)
          ? { id, jobId, queueId }
          : failure(id, 'JOB_STATE_CONFLICT', 'the job is not a dead letter any more'),
      ),
      ...anew.map(({ id, queueId }, index) => ({
        id,
        queueId,
        jobId: (jobs[index] as NewJob).id,
        inserted: inserted[index],
      })),
    ];
  }

  private async record(
    session: Session,
    scope: ProjectScope,
    results: readonly ReplayResult[],
    reason?: string,
  ): Promise<void> {
    const done = results.flatMap((result) => ('jobId' in result ? [result] : []));
    const [first] = done;
    if (first === undefined || scope.principal.kind === 'api_key') return;
    const isSingle = done.length === 1;
    await this.audit.record(session, scope, {
      action: 'dead_letter.replayed',
      targetKind: 'dead_letter',
      targetId: isSingle ? first.id : null,
      after: isSingle ? { jobId: first.jobId } : { count: done.length, deadLetterIds: done.map(({ id }) => id) },
      reason,
    });
  }
}

function refusalOf(letter: LockedLetter): LetterFailure | undefined {
  const { id } = letter;
  if (letter.replayedAt) return failure(id, 'ALREADY_REPLAYED', 'the dead letter has been replayed');
  if (letter.discardedAt) return failure(id, 'LETTER_DISCARDED', 'the dead letter has been discarded');
  if (letter.replayCount >= MAX_REPLAYS)
    return failure(id, 'REPLAY_CAP', `the job has been replayed ${MAX_REPLAYS} times, which is the most`);
  return letter.hasQueue ? undefined : failure(id, 'QUEUE_GONE', 'the queue of the job has been deleted');
}

/** Every option comes along; with an edited payload it is no longer the run of a schedule's slot. */
function newJobOf(letter: LockedLetter, scope: ProjectScope, editedPayloadJson: string | undefined): NewJob {
  const isEdited = editedPayloadJson !== undefined;
  return {
    id: newId(),
    projectId: letter.projectId,
    queueId: letter.queueId,
    handler: letter.handler,
    payloadJson: editedPayloadJson ?? letter.payloadJson,
    priority: letter.priority,
    maxAttempts: letter.maxAttempts,
    timeoutMs: letter.timeoutMs,
    labels: letter.labels,
    scheduleId: isEdited ? null : letter.scheduleId,
    slot: isEdited ? null : letter.slot,
    traceparent: letter.traceparent,
    replayOf: letter.jobId,
    createdBy: scope.createdBy,
  };
}

export function failure(id: string, code: string, detail: string): LetterFailure {
  return { id, failure: { code, detail } };
}

export function errorOf({ failure: { code, detail } }: LetterFailure): RotaError {
  return new RotaError(code === 'NOT_FOUND' ? 'not_found' : 'conflict', code, detail);
}

import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isLive, type JobStatus } from '../../kernel/job-state.js';
import { AppDatabase, Notifier, type Session } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import { type CommandedJob, JobCommandStore } from './job-command.store.js';
import { CANCEL_CHANNEL, QUEUED_CHANNEL } from './queue-hints.js';

export type JobCommand = 'cancel' | 'retry';

export type CommandResult =
  { readonly id: string; readonly effect: CommandEffect } | { readonly id: string; readonly failure: CommandFailure };

/** `…_already`: nothing had to be done. */
type CommandEffect = 'cancelled' | 'cancel_requested' | 'cancelled_already' | 'queued' | 'queued_already';

export interface CommandFailure {
  readonly code: 'NOT_FOUND' | 'JOB_TERMINAL' | 'JOB_IN_FLIGHT' | 'JOB_STATE_CONFLICT';
  readonly detail: string;
}

/** A job may move between a command and the look at what it missed; then the command is worth another try. */
const MAX_TRIES = 3;
const AUDIT_ACTIONS: Readonly<Record<JobCommand, string>> = { cancel: 'job.cancelled', retry: 'job.retried' };

/** Cancel, retry and reschedule. A job in flight is not ended here: its worker is asked, and answers by its finish. */
@Injectable()
export class JobCommandService {
  constructor(
    private readonly database: AppDatabase,
    private readonly store: JobCommandStore,
    private readonly audit: AuditService,
    private readonly notifier: Notifier,
  ) {}

  /** One result per id, in the order given; a job that cannot be changed is a failure of its own. */
  async apply(
    command: JobCommand,
    scope: ProjectScope,
    ids: readonly string[],
    reason?: string,
  ): Promise<CommandResult[]> {
    const results = new Map<string, CommandResult>();
    let open = [...new Set(ids)];
    for (let attempt = 1; open.length > 0 && attempt <= MAX_TRIES; attempt += 1) {
      for (const result of await this.once(command, scope, open, reason)) results.set(result.id, result);
      open = open.filter((id) => !results.has(id));
    }
    return ids.map(
      (id) => results.get(id) ?? failure(id, 'JOB_STATE_CONFLICT', 'the job keeps changing its state: try again'),
    );
  }

  /** @throws RotaError not_found or conflict (`JOB_TERMINAL`, `JOB_IN_FLIGHT`) */
  async applyToOne(command: JobCommand, scope: ProjectScope, id: string, reason?: string): Promise<void> {
    const [result] = await this.apply(command, scope, [id], reason);
    if (result && 'failure' in result) throw errorOf(result.failure);
  }

  /**
   * Moves a scheduled job to `runAt`. A queued job is due already and no edge leads back from there.
   * @throws RotaError not_found or conflict (`JOB_NOT_SCHEDULED`)
   */
  async reschedule(scope: ProjectScope, id: string, runAt: Date, reason?: string): Promise<void> {
    const moved = await this.database.transaction(async (session) => {
      const job = await this.store.reschedule(session, scope.projectId, id, runAt);
      if (job?.runAt && scope.principal.kind !== 'api_key') {
        const [before, after] = [{ runAt: job.runAtBefore.toISOString() }, { runAt: job.runAt.toISOString() }];
        await this.audit.record(session, scope, {
          action: 'job.rescheduled',
          targetKind: 'job',
          targetId: id,
          before,
          after,
          reason,
        });
      }
      return job ?? (await this.store.statusesOf(session, scope.projectId, [id])).get(id);
    });
    if (moved === undefined) throw errorOf({ code: 'NOT_FOUND', detail: 'job not found' });
    const status = typeof moved === 'string' ? moved : moved.statusBefore;
    if (typeof moved === 'string' || moved.status === null) {
      throw RotaError.conflict('JOB_NOT_SCHEDULED', `only a scheduled job can be moved; this one is ${status}`);
    }
    if (moved.status === 'queued') this.notifier.notify(QUEUED_CHANNEL, moved.queueId);
  }

  private async once(
    command: JobCommand,
    scope: ProjectScope,
    ids: readonly string[],
    reason?: string,
  ): Promise<CommandResult[]> {
    const hints: { readonly channel: string; readonly payload: string }[] = [];
    const results = await this.database.transaction(async (session) => {
      hints.length = 0; // a repeated transaction starts anew
      const hit =
        command === 'cancel'
          ? (await this.store.cancel(session, scope.projectId, ids)).map((job) => {
              if (isInFlight(job)) hints.push({ channel: CANCEL_CHANNEL, payload: job.id });
              return cancelResult(job);
            })
          : (await this.store.retry(session, scope.projectId, ids)).map((job) => {
              if (job.status === 'scheduled') hints.push({ channel: QUEUED_CHANNEL, payload: job.queueId });
              return retryResult(job);
            });
      await this.record(session, command, scope, hit, reason);
      return [...hit, ...(await this.missed(command, scope, session, ids, hit))];
    });
    for (const { channel, payload } of hints) this.notifier.notify(channel, payload);
    return results;
  }

  /** Says what became of the ids without a live row; those that have one by now are left out, to be tried again. */
  private async missed(
    command: JobCommand,
    scope: ProjectScope,
    session: Session,
    ids: readonly string[],
    hit: readonly CommandResult[],
  ): Promise<CommandResult[]> {
    const found = new Set(hit.map(({ id }) => id));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) return [];
    const statuses = await this.store.statusesOf(session, scope.projectId, missing);
    return missing.flatMap((id): CommandResult[] => {
      const status = statuses.get(id);
      if (status === undefined) return [failure(id, 'NOT_FOUND', 'job not found')];
      if (isLive(status)) return [];
      return [terminalResult(command, id, status)];
    });
  }

  /** What a person did is audited; what a key does is known from the key and the executions. */
  private async record(
    session: Session,
    command: JobCommand,
    scope: ProjectScope,
    hit: readonly CommandResult[],
    reason: string | undefined,
  ): Promise<void> {
    if (scope.principal.kind === 'api_key') return;
    const done = hit.flatMap((result) => ('effect' in result && !result.effect.endsWith('_already') ? [result] : []));
    const [first] = done;
    if (first === undefined) return;
    const single = done.length === 1;
    await this.audit.record(session, scope, {
      action: AUDIT_ACTIONS[command],
      targetKind: 'job',
      targetId: single ? first.id : null,
      after: single ? { effect: first.effect } : { count: done.length, jobIds: done.map(({ id }) => id) },
      reason,
    });
  }
}

function isInFlight({ status }: CommandedJob): boolean {
  return status === 'claimed' || status === 'running';
}

function cancelResult(job: CommandedJob): CommandResult {
  return { id: job.id, effect: isInFlight(job) ? 'cancel_requested' : 'cancelled' };
}

function retryResult(job: CommandedJob): CommandResult {
  if (isInFlight(job)) return failure(job.id, 'JOB_IN_FLIGHT', `the job is ${job.status}`);
  return { id: job.id, effect: job.status === 'scheduled' ? 'queued' : 'queued_already' };
}

function terminalResult(command: JobCommand, id: string, status: JobStatus): CommandResult {
  if (command === 'cancel' && status === 'cancelled') return { id, effect: 'cancelled_already' };
  const hint = command === 'retry' ? '; replay it instead' : '';
  return failure(id, 'JOB_TERMINAL', `the job has ended: it is ${status}${hint}`);
}

function failure(id: string, code: CommandFailure['code'], detail: string): CommandResult {
  return { id, failure: { code, detail } };
}

function errorOf({ code, detail }: CommandFailure): RotaError {
  return new RotaError(code === 'NOT_FOUND' ? 'not_found' : 'conflict', code, detail);
}
